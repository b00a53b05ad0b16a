package dev.tlsbench.ycsb.session;

/** A property that YCSB expects of a database, and that a database may lack. */
public enum Ability {
  /** A scan returns records in the order of their keys. */
  ORDERED_SCANS,
  /** An insert fails if a record has the same key. */
  DUPLICATE_KEY_ERRORS,
  /** An update or deletion of a missing record returns {@code NOT_FOUND}. */
  MISSING_RECORD_STATUS
}
