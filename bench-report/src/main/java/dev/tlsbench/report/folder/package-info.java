/**
 * The folder of a result and its files: {@link dev.tlsbench.report.folder.ResultFolder} writes it,
 * {@link dev.tlsbench.report.folder.SavedDocument} reads it again.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.folder;
