/** What a run measured, as tables, {@code report.md} and {@code environment.json}. */
@NullMarked
package dev.tlsbench.jmh.report;

import org.jspecify.annotations.NullMarked;
