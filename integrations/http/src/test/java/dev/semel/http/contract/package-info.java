/**
 * What every adapter of HTTP has to keep, as tests and tables for the adapters' own tests: {@link dev.semel.http.contract.PathContract} and
 * {@link dev.semel.http.contract.PathSpellings} for paths, {@link dev.semel.http.contract.HostileRequestsContract} and {@link
 * dev.semel.http.contract.HostileConnectionsContract} for everything else that may be wrong with a request. The package is in the test jar of {@code semel-http} (type {@code test-jar}).
 */
@NullMarked
package dev.semel.http.contract;

import org.jspecify.annotations.NullMarked;
