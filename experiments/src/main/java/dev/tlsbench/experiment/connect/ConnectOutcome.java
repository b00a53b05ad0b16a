package dev.tlsbench.experiment.connect;

/**
 * What a run ends with.
 *
 * @param result the figures
 * @param apsaraDbLogs what the script of the ApsaraDB test would have written
 */
public record ConnectOutcome(ConnectResult result, ApsaraDbLogs apsaraDbLogs) {}
