package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.ycsb.session.FieldValues;

/**
 * A record on its way to the server, whole or in part.
 *
 * @param key the key; empty if only some fields are changed
 * @param fields the fields
 */
record MongoRecord(String key, FieldValues fields) {}
