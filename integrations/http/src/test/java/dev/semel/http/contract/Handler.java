package dev.semel.http.contract;

import dev.semel.Context;
import dev.semel.http.Answer;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An application that gives whole answers. */
@FunctionalInterface
public interface Handler {

    /** Handles a request. */
    CompletionStage<Answer> handle(byte[] body, @Nullable Context context);
}
