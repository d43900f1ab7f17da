package dev.semel.http.status;

/** The request of a status address. It proves nothing: a caller sees only the records in its scope. */
public record StatusAddress(String operation, String method, String path, String key) {}
