/**
 * The suite {@code lambda}: the cold start of a function with Semel beside one with Powertools, in fresh JVMs. Start
 * reading at {@link dev.semel.benchmarks.lambda.LambdaSuite}. The two functions load as little as they can; the package
 * knows Semel's Lambda module, the DynamoDB store and the shared rooms of the benchmarks, and no other suite.
 */
@NullMarked
package dev.semel.benchmarks.lambda;

import org.jspecify.annotations.NullMarked;
