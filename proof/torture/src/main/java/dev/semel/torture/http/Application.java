package dev.semel.torture.http;

import dev.semel.Context;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The application behind the filters. Safe for use by many threads. */
public interface Application {
    /** The header with the scope of a request. */
    String SCOPE = "X-Scope";

    /** The header by which a client says that it will hang up: for what is broken on purpose, as a server may notice that late or never. */
    String HANGS_UP = "X-Hangs-Up";

    /** The header of every answer: the worker that gave it. */
    String NODE = "X-Node";

    /** Handles a request on the calling thread; may take long, and may throw. */
    Reply handle(Ask ask);

    /** Returns whether requests for an operation are handled on another thread than the server's. */
    boolean isAsynchronous(String operation);

    /** Returns whether requests for an operation run in a transaction, which does not leave its thread. */
    boolean isBoundToThread(String operation);

    /**
     * A request.
     *
     * @param operation what it asks for, by its path
     * @param scope on whose behalf
     * @param key its idempotency key
     * @param body as it was read
     * @param hangsUp whether its client will hang up before it has the answer
     * @param context of the attempt; {@code null} if the request runs unguarded
     */
    record Ask(
            String operation,
            String scope,
            String key,
            String body,
            boolean hangsUp,
            @Nullable Context context) {

        static Ask of(String path, UnaryOperator<@Nullable String> header, String body, @Nullable Context context) {
            String key = Objects.requireNonNull(header.apply("Idempotency-Key"));
            return new Ask(
                    path.substring(1),
                    Objects.requireNonNull(header.apply(SCOPE)),
                    key.substring(1, key.length() - 1),
                    body,
                    header.apply(HANGS_UP) != null,
                    context);
        }
    }

    /**
     * An answer.
     *
     * @param status of it
     * @param body of it, in ASCII
     */
    record Reply(int status, String body) {
        static final String TYPE = "text/plain";

        String location() {
            return "/receipts/" + Integer.toHexString(body.hashCode());
        }
    }
}
