/**
 * HTTP requests as API Gateway, function URLs and load balancers deliver them: reading the request, passing the door of the guard, and writing
 * the answer. Start reading at {@link dev.semel.lambda.http.HttpCall}, then {@link dev.semel.lambda.http.HttpEventFormat}. This package knows
 * {@code dev.semel.http} and the packages {@code event} and {@code invocation}, and nothing about batches or {@code LambdaGuard}.
 */
@NullMarked
package dev.semel.lambda.http;

import org.jspecify.annotations.NullMarked;
