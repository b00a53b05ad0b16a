package dev.tlsbench.measure.result;

import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The words of warnings: the fact first, then what to do. */
public final class Sentences {
  /** By kind, with the components of its record in braces. */
  private static final Map<String, String> WORDS =
      """
      OperationsFailed: {errors} of {operations} operations of {variant} failed; blocks with a \
      failure are left out of the ratios.
      TlsDiffers: {variant}: {difference}.
      NothingWorks: Nothing was measured: {errors} of {operations} operations of {variant} failed, \
      from the beginning: {reason}.
      ServerLost: The server was lost and did not return, {afterSeconds} s after the start of the \
      run ({errors} operations failed): {reason}
      ServerLostForAWhile: The server was lost for a while, {afterSeconds} s after the start of \
      the run ({errors} operations failed): {reason}
      Former: A warning of an earlier version.
      Interrupted: The run was interrupted: it has fewer epochs than planned.
      EndedEarly: The run ended early: other processes had disturbed more than half of its planned \
      time. Run it again when they rest; 'compare --quick' gives a rough answer now.
      TooFewWarmForks: Only {warm} of {forks} Java processes became warm within {limitSeconds} s: \
      in the others compilers still worked, or ratios still changed. This machine was too busy: run \
      it again at another time, or without this judgement, with --warm-up 60s; 'compare --quick' \
      gives a rough answer now.
      TooFewWorkingForks: Only {warm} of {forks} Java processes became warm within \
      {limitSeconds} s: in the others {errors} of {operations} operations failed, and only blocks \
      without a failure have a ratio. Mend the failures first.
      MachineTooBusy: This machine was too busy: {epochs}. On average others used {foreign} of the \
      measured cores and {elsewhere} of the rest. Run it again when they rest, or on quieter cores \
      (--cores); 'compare --quick' gives a rough answer now.
      TooFewEpochs: The run has too few epochs for an interval. Give a longer --duration.
      ControlOff: The control, a second measurement of the baseline, differs from it by {control}, \
      and at most {allowed} is allowed: something other than the variants made a difference. Run it \
      again, longer (--duration, --warm-up) or on a quieter machine.
      IntervalsWidened: All intervals are widened by {by}, since the control, a second measurement \
      of the baseline, differs from it by {control}.
      PrecisionMissed: The precision of {asked} was not reached: half of the widest interval is \
      {reached}.
      OneFork: One Java process measured all: figures of another one may lie outside of these \
      intervals.
      Quick: One Java process measured for some seconds: the interval holds what such processes \
      differ by, a standard deviation of {spread}: more where other programs run.
      ForksCold: {cold} of {forks} Java processes did not become warm within {limitSeconds} s, and \
      were not measured.
      RatioChanged: The Java processes were not warm: {variant} differed by {early} from \
      {baseline} in the first quarter of their time, and by {later} afterwards; use a longer \
      --warm-up.
      CompilersWorked: The Java processes were not warm: compilers worked for {part} of the \
      measured time; use a longer --warm-up.
      EpochsLeftOut: {epochs}, and are left out. With them: {with}.
      EpochsDisturbed: {epochs}, and count.
      StoodStill: Nothing was answered for {seconds} s, {afterSeconds} s after the start of the run: \
      the server, the network or the client stood still. Epochs with such a pause: {epochs}.
      OtherCoresBusy: Other processes kept the other cores busy in {busy} of {epochs} epochs: where \
      they share hardware with the measured ones, ratios are those of slower cores.
      MachineBusy: This machine was busy: {used} of its CPU time was used, {client} by the client. \
      The ratios compare CPU time, of the client alone if it used nearly all.
      OthersWorked: Processes other than the client and the known ones of the server used {part} \
      of this machine's CPU time, and nothing is left out for that. If they belong to the server, \
      name them with --server-pid; if not, repeat the run without them.
      ClientLimits: The client used up to {part} of its cores' CPU time: the rate is the client's, \
      and the server may complete more.
      CpuStolen: The hypervisor gave {part} of this machine's CPU time to others.
      """
          .lines()
          .map(line -> line.split(": ", 2))
          .collect(Collectors.toMap(line -> line[0], line -> line[1]));

  private static final Pattern COMPONENT = Pattern.compile("\\{(\\w+)}");

  private Sentences() {}

  /** Returns the warnings of points in words; the axis is {@code null} for a single point. */
  public static List<String> of(@Nullable String axis, List<Point> points, boolean forbidUse) {
    return points.stream()
        .flatMap(
            point -> {
              String place = axis == null ? "" : axis + " " + point.value() + ": ";
              return point.warnings().stream()
                  .filter(warning -> warning.forbidsUse() == forbidUse)
                  .map(warning -> place + of(warning));
            })
        .toList();
  }

  public static String of(Warning warning) {
    return COMPONENT
        .matcher(Objects.requireNonNull(WORDS.get(warning.getClass().getSimpleName())))
        .replaceAll(found -> Matcher.quoteReplacement(text(value(warning, found.group(1)))));
  }

  private static Object value(Warning warning, String component) {
    try {
      return warning.getClass().getMethod(component).invoke(warning);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("words of another component: " + component, e);
    }
  }

  private static String text(Object value) {
    if (value instanceof Double part) {
      return Numbers.percent(part);
    }
    if (value instanceof Long || value instanceof Integer) {
      return Numbers.count(((Number) value).longValue());
    }
    if (value instanceof Interval ratio) {
      return ratio.change();
    }
    if (value instanceof Map<?, ?> ratios) {
      return ratios.entrySet().stream()
          .map(each -> each.getKey() + " " + ((Interval) each.getValue()).change())
          .collect(Collectors.joining("; "));
    }
    if (value instanceof Warning.Disturbed epochs) {
      return ("%s of %s epochs were disturbed (%s by other processes, %s by something that "
              + "only the control shows)")
          .formatted(
              epochs.number(),
              epochs.of(),
              epochs.byProcesses(),
              epochs.number() - epochs.byProcesses());
    }
    return value.toString();
  }
}
