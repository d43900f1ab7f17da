package dev.semel.http;

import dev.semel.Context;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Outcome;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Runs the requests of a route: claims, handles and records each of them. By default under a lease, by {@link Operation#attemptStaged}; another
 * one may do all three in a transaction with the business rows. Safe for use by many threads.
 */
@FunctionalInterface
public interface Runner {

    /**
     * Claims the request and, if that is granted, runs it and records its answer, before the stage completes. If {@code work} throws, or its
     * stage fails, nothing may be recorded and what it has done is to be undone if that is possible; the returned stage then fails with the
     * same exception.
     *
     * @param operation of the route, in the scope of the request
     * @param key names the request
     * @param request its fingerprint
     * @param work handles the request; it is called once at most
     * @return what became of it; {@link Outcome.Unprotected} if there is an answer and nothing is recorded
     * @throws dev.semel.InvalidKeyException if the key is malformed
     */
    CompletionStage<Outcome<Answer>> attempt(
            Operation<Answer> operation,
            String key,
            Fingerprint request,
            Function<Context, CompletionStage<Answer>> work);
}
