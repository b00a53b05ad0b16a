@NullMarked
package dev.tlsbench.jmh.benchmark;

import org.jspecify.annotations.NullMarked;
