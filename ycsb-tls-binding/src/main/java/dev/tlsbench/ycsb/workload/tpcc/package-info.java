/**
 * TPC-C (Standard Specification, Revision 5.11) on any SQL database; an operation is a transaction.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.workload.tpcc;
