/**
 * Result folders and their files: {@link dev.tlsbench.report.folder.ResultFolder} writes them,
 * {@link dev.tlsbench.report.folder.SavedDocument} reads them.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.folder;
