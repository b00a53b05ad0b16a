/** What the tarballs hold beside the commands. */
@NullMarked
package dev.tlsbench.distribution;

import org.jspecify.annotations.NullMarked;
