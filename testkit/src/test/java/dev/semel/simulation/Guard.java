package dev.semel.simulation;

import dev.semel.Context;
import dev.semel.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Runs operations on one node, with the real engine or a deliberately broken one. */
@FunctionalInterface
interface Guard {

    CompletableFuture<Outcome<String>> call(
            String key, String request, Function<Context, CompletionStage<String>> work);
}
