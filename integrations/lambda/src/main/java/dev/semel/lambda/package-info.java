/**
 * Semel for AWS Lambda: handlers whose invocations take effect once. Start reading at {@link dev.semel.lambda.LambdaGuard}; batches are handled
 * by {@link dev.semel.lambda.BatchHandler}, HTTP events by {@link dev.semel.lambda.HttpHandler}. This package is what applications import. It
 * knows the internal packages {@code event}, {@code http} and {@code invocation}.
 */
@NullMarked
package dev.semel.lambda;

import org.jspecify.annotations.NullMarked;
