/**
 * Semel for AWS Lambda: handlers whose invocations take effect once. Start from {@link dev.semel.lambda.LambdaGuard}; batches are {@link
 * dev.semel.lambda.BatchHandler}, HTTP events {@link dev.semel.lambda.HttpHandler}.
 */
@NullMarked
package dev.semel.lambda;

import org.jspecify.annotations.NullMarked;
