package dev.semel.momento.wire;

import com.google.protobuf.UnsafeByteOperations;
import dev.semel.StoreException;
import dev.semel.store.Causes;
import grpc.cache_client.ECacheResult;
import grpc.cache_client.ScsGrpc;
import grpc.cache_client._GetRequest;
import grpc.cache_client._GetResponse;
import grpc.cache_client._SetIfRequest;
import grpc.cache_client._SetIfResponse;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import momento.sdk.auth.CredentialProvider;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a cache. Momento's public client cannot compare-and-set, so the requests are those of its generated stub, through a channel with the
 * client's credentials. Nothing is repeated here: a request without an answer is unknown, and its caller decides. Thread-safe.
 */
public final class MomentoLink implements AutoCloseable {
    /** What Momento's client accepts, and a little more than its largest item. */
    private static final int LARGEST_MESSAGE = 6 << 20;

    private final ManagedChannel channel;
    private final ScsGrpc.ScsBlockingStub stub;
    private final Duration timeout;
    private final String cache;
    private volatile boolean closed;

    private MomentoLink(ManagedChannel channel, CredentialProvider credentials, String cache, Duration timeout) {
        this.channel = channel;
        this.cache = cache;
        this.timeout = timeout;
        this.stub = ScsGrpc.newBlockingStub(channel)
                .withInterceptors(new MomentoHeaders(credentials.getAuthToken(), cache));
    }

    /**
     * Opens a connection, which is established at the first request.
     *
     * @param timeout how long a request waits for its answer
     */
    public static MomentoLink open(CredentialProvider credentials, String cache, Duration timeout) {
        ManagedChannelBuilder<?> channel = ManagedChannelBuilder.forAddress(
                        credentials.getCacheEndpoint(), credentials.getPort())
                .maxInboundMessageSize(LARGEST_MESSAGE)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(2, TimeUnit.SECONDS)
                .disableServiceConfigLookUp()
                .disableRetry();
        if (!credentials.isEndpointSecure()) {
            channel.usePlaintext();
        }
        return new MomentoLink(channel.build(), credentials, cache, timeout);
    }

    /**
     * Returns the bytes of an item, or {@code null} if there is none. The read is consistent.
     *
     * @param what what the store could not do, for the message of the exception
     * @throws StoreException if it failed
     */
    public byte @Nullable [] get(String what, byte[] key) {
        _GetRequest request = _GetRequest.newBuilder()
                .setCacheKey(UnsafeByteOperations.unsafeWrap(key))
                .build();
        _GetResponse found = send(what, () -> within().get(request));
        ECacheResult result = found.getResult();
        if (result == ECacheResult.Miss) {
            return null;
        }
        if (result != ECacheResult.Hit) {
            throw failed(what, "Momento answered a read with " + result, null);
        }
        return found.getCacheBody().toByteArray();
    }

    /**
     * Writes an item on a condition, in one atomic step. Returns whether the condition held.
     *
     * @param ttlMillis how long the item lives
     * @throws StoreException if it failed; it is then unknown whether it was written
     */
    public boolean setIf(String what, byte[] key, byte[] bytes, long ttlMillis, Condition condition) {
        _SetIfRequest.Builder request = _SetIfRequest.newBuilder()
                .setCacheKey(UnsafeByteOperations.unsafeWrap(key))
                .setCacheBody(UnsafeByteOperations.unsafeWrap(bytes))
                .setTtlMilliseconds(ttlMillis);
        condition.addTo(request);
        _SetIfResponse response = send(what, () -> within().setIf(request.build()));
        if (!response.hasStored() && !response.hasNotStored()) {
            throw failed(what, "Momento answered a conditional write with neither stored nor not stored", null);
        }
        return response.hasStored();
    }

    private ScsGrpc.ScsBlockingStub within() {
        return stub.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private <R> R send(String what, Supplier<R> request) {
        if (closed) {
            throw new StoreException("the connection to Momento is closed; open a new store", null);
        }
        try {
            return request.get();
        } catch (StatusRuntimeException e) {
            throw failed(what, advice(e.getStatus().getCode()), e);
        } catch (RuntimeException e) {
            throw failed(what, "check the connection", e);
        }
    }

    private String advice(Status.Code code) {
        return switch (code) {
            case NOT_FOUND -> "create the cache " + cache + " in Momento's console, in the region of the API key";
            case UNAUTHENTICATED, PERMISSION_DENIED ->
                "check that the API key is valid and may read and write the cache " + cache;
            case RESOURCE_EXHAUSTED -> "a limit of the account is reached; ask Momento to raise it, or send less";
            case INVALID_ARGUMENT ->
                "check that longestTimeToLive and maxResultBytes are within the limits of the account";
            case UNIMPLEMENTED -> "the server has no conditional writes (SetIf); check the endpoint";
            case DEADLINE_EXCEEDED -> "no answer within " + timeout + "; check the network, or set another timeout";
            default -> "check that the endpoint can be reached";
        };
    }

    private static StoreException failed(String what, String advice, @Nullable RuntimeException cause) {
        String why = cause == null ? "" : ": " + Causes.of(cause);
        return new StoreException("the Momento store could not " + what + why + "; " + advice, cause);
    }

    /** Closes the connection. Requests without an answer fail. */
    @Override
    public void close() {
        closed = true;
        channel.shutdownNow();
    }
}
