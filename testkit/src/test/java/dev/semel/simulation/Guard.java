package dev.semel.simulation;

import dev.semel.Context;
import dev.semel.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What protects an operation on one node: the real engine, or one that is broken on purpose. */
@FunctionalInterface
interface Guard {

    CompletableFuture<Outcome<String>> call(
            String key, String request, Function<Context, CompletionStage<String>> work);
}
