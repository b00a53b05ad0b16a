/** The database, users and options that the embedded servers of SQL databases share. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded.sql;
