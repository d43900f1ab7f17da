package dev.semel.http;

import dev.semel.Context;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The application: handles a request that may run. */
@FunctionalInterface
public interface Handler {

    /**
     * Handles a request.
     *
     * @param body of the request, which has been read from the exchange
     * @param context of the attempt, for child keys and the time left; {@code null} if the request runs unguarded
     * @return the whole answer, before any of it has been sent; or the beginning of one that is longer than is kept
     */
    CompletionStage<Answer> handle(byte[] body, @Nullable Context context);
}
