package dev.semel.servers.momento;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The headers of a request: which cache, by which key, and how consistent a read is. */
final class DoubleHeaders implements ServerInterceptor {
    private static final Context.Key<String> CACHE = Context.key("cache");
    private static final Context.Key<Boolean> CONSISTENT = Context.key("consistent");

    private final @Nullable String apiKey;

    /** Requires an API key, or none if it is {@code null}. */
    DoubleHeaders(@Nullable String apiKey) {
        this.apiKey = apiKey;
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (apiKey != null && !apiKey.equals(headers.get(key("authorization")))) {
            call.close(Status.UNAUTHENTICATED.withDescription("the API key is unknown"), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        Context context = Context.current()
                .withValue(CACHE, headers.get(key("cache")))
                .withValue(CONSISTENT, "consistent".equals(headers.get(key("read-concern"))));
        return Contexts.interceptCall(context, call, headers, next);
    }

    static @Nullable String cache() {
        return CACHE.get();
    }

    static boolean isConsistent() {
        return Boolean.TRUE.equals(CONSISTENT.get());
    }

    /** Returns a request that has these headers whenever it runs. */
    static <R> Supplier<R> captured(Supplier<R> request) {
        Context headers = Context.current().fork();
        return () -> {
            Context before = headers.attach();
            try {
                return request.get();
            } finally {
                headers.detach(before);
            }
        };
    }
}
