package dev.semel.http;

/** The request that a status address is about. It proves nothing: a caller sees only the records in its scope. */
record StatusAddress(String operation, String method, String path, String key) {}
