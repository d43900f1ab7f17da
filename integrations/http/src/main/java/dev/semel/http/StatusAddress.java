package dev.semel.http;

/** Which request a status address is about. It proves nothing: a caller sees only the records of its own scope. */
record StatusAddress(String operation, String method, String path, String key) {}
