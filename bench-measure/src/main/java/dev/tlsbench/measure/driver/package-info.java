/**
 * The view that measuring has of a database's driver: opening connections part by part, and queries
 * about the server. Each database has one implementation, found as a service.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.driver;
