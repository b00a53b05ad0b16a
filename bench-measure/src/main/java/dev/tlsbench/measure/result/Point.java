package dev.tlsbench.measure.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All variants at one value of an axis.
 *
 * @param value such as {@code 16} threads; {@code null} without an axis
 * @param variants the baseline first, then the control, then the others as they were given
 * @param epochs after the warm-up; empty for runs on a cluster
 * @param windows all windows after the warm-up
 */
public record Point(
    @Nullable String value,
    List<VariantResult> variants,
    List<EpochResult> epochs,
    List<WindowResult> windows) {}
