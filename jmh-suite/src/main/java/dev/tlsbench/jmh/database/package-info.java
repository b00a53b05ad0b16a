/** The embedded servers, and clients whose connections are proved to be the ones asked for. */
@NullMarked
package dev.tlsbench.jmh.database;

import org.jspecify.annotations.NullMarked;
