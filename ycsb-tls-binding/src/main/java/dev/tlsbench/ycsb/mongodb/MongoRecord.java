package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.ycsb.session.FieldValues;

/**
 * A record to send, whole or in part.
 *
 * @param key empty if only some fields are changed
 */
record MongoRecord(String key, FieldValues fields) {}
