/** Rules between packages, for the tests of all modules. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.rooms;
