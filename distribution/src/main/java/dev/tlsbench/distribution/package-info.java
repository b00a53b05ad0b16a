/** Contents of the tarballs besides the commands. */
@NullMarked
package dev.tlsbench.distribution;

import org.jspecify.annotations.NullMarked;
