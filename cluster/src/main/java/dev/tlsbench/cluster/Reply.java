package dev.tlsbench.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A message of the driver, or of a task that the driver passes on. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
  @JsonSubTypes.Type(Reply.Executors.class),
  @JsonSubTypes.Type(Reply.Line.class),
  @JsonSubTypes.Type(Reply.Complaint.class),
  @JsonSubTypes.Type(Reply.Ended.class),
  @JsonSubTypes.Type(Reply.Done.class),
  @JsonSubTypes.Type(Reply.Failed.class)
})
sealed interface Reply {
  /** The number of executors. */
  record Executors(int number) implements Reply {}

  /** A part's line of output. */
  record Line(int part, String text) implements Reply {}

  /** A line for the user. */
  record Complaint(String text) implements Reply {}

  /** A part has ended; the problem is empty if there is none. */
  record Ended(int part, String problem) implements Reply {}

  /** The job has ended. */
  record Done() implements Reply {}

  /** The driver ends. */
  record Failed(String reason) implements Reply {}
}
