package dev.semel.momento.wire;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/**
 * The headers of each request: the API key, the cache, and that reads are consistent. Without the last one Momento may answer a read from a replica
 * that has not received the write before.
 */
final class MomentoHeaders implements ClientInterceptor {
    private final String apiKey;
    private final String cache;

    MomentoHeaders(String apiKey, String cache) {
        this.apiKey = apiKey;
        this.cache = cache;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                headers.put(key("authorization"), apiKey);
                headers.put(key("cache"), cache);
                headers.put(key("read-concern"), "consistent");
                super.start(listener, headers);
            }
        };
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
}
