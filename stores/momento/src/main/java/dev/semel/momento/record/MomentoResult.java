package dev.semel.momento.record;

/**
 * A result in the form in which an item holds it.
 *
 * @param mediaType the result's media type
 * @param bytes the result's bytes, or their SHA-256 if they are kept elsewhere
 * @param elsewhere whether the application keeps the bytes elsewhere
 * @param checksum the result's checksum
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MomentoResult(String mediaType, byte[] bytes, boolean elsewhere, int checksum) {}
