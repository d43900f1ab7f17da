/**
 * The suite {@code http}: an endpoint of a Spring Boot application behind the servlet filter, beside the bare endpoint.
 * Start reading at {@link dev.semel.benchmarks.http.HttpSuite}. It knows the starter and the shared rooms of the
 * benchmarks, and no other suite.
 */
@NullMarked
package dev.semel.benchmarks.http;

import org.jspecify.annotations.NullMarked;
