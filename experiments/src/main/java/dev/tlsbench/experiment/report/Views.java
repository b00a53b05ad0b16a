package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.experiment.result.VariantResult.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Queries on a result that several sections share. */
final class Views {
  private Views() {}

  /** Returns the compared variants. */
  static List<VariantResult> compared(Point point) {
    return role(point, Role.VARIANT);
  }

  static Optional<VariantResult> baseline(Point point) {
    return role(point, Role.BASELINE).stream().findFirst();
  }

  static Optional<VariantResult> control(Point point) {
    return role(point, Role.CONTROL).stream().findFirst();
  }

  /** Returns the baseline first and the control last. */
  static List<VariantResult> inOrder(Point point) {
    List<VariantResult> all = new ArrayList<>(role(point, Role.BASELINE));
    all.addAll(role(point, Role.VARIANT));
    all.addAll(role(point, Role.CONTROL));
    return all;
  }

  static Optional<VariantResult> named(Point point, String name) {
    return point.variants().stream().filter(variant -> variant.name().equals(name)).findFirst();
  }

  /** Returns the value of the axis; empty without an axis. */
  static String value(Point point) {
    return point.value() == null ? "" : point.value();
  }

  private static List<VariantResult> role(Point point, Role role) {
    return point.variants().stream().filter(variant -> variant.role() == role).toList();
  }

  /** Returns a place such as {@code threads 16}; empty without an axis. */
  static String at(Result result, Point point) {
    return result.axis() == null ? "" : result.axis() + " " + point.value();
  }

  /** Returns true if any variant of any point matches. */
  static boolean any(Result result, Predicate<VariantResult> what) {
    return result.points().stream().anyMatch(point -> point.variants().stream().anyMatch(what));
  }
}
