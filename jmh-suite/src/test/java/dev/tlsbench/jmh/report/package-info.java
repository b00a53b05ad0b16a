@NullMarked
package dev.tlsbench.jmh.report;

import org.jspecify.annotations.NullMarked;
