/** The folder for temporary files of the JVM of tests. */
@NullMarked
package dev.tlsbench.core.temporary;

import org.jspecify.annotations.NullMarked;
