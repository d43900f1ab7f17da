package dev.semel.servers.momento;

import com.google.protobuf.ByteString;
import grpc.cache_client.ECacheResult;
import grpc.cache_client.ScsGrpc;
import grpc.cache_client._DeleteRequest;
import grpc.cache_client._DeleteResponse;
import grpc.cache_client._GetRequest;
import grpc.cache_client._GetResponse;
import grpc.cache_client._SetIfRequest;
import grpc.cache_client._SetIfResponse;
import grpc.cache_client._SetRequest;
import grpc.cache_client._SetResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Momento's requests for single items. All others get {@code UNIMPLEMENTED}. */
final class CacheRequests extends ScsGrpc.ScsImplBase {
    private final Map<String, Items> caches;
    private final AccountLimits limits;
    private final WireFaults faults;
    private final ConcurrentLinkedQueue<String> log;

    CacheRequests(
            Map<String, Items> caches, AccountLimits limits, WireFaults faults, ConcurrentLinkedQueue<String> log) {
        this.caches = caches;
        this.limits = limits;
        this.faults = faults;
        this.log = log;
    }

    @Override
    public void get(_GetRequest request, StreamObserver<_GetResponse> reply) {
        answer("Get", reply, () -> {
            Items items = items();
            ByteString found = DoubleHeaders.isConsistent()
                    ? items.get(request.getCacheKey())
                    : items.getStale(request.getCacheKey());
            return found == null
                    ? _GetResponse.newBuilder().setResult(ECacheResult.Miss).build()
                    : _GetResponse.newBuilder()
                            .setResult(ECacheResult.Hit)
                            .setCacheBody(found)
                            .build();
        });
    }

    @Override
    public void set(_SetRequest request, StreamObserver<_SetResponse> reply) {
        answer("Set", reply, () -> {
            check(request.getCacheBody(), request.getTtlMilliseconds());
            items().setIf(request.getCacheKey(), request.getCacheBody(), request.getTtlMilliseconds(), present -> true);
            return _SetResponse.newBuilder().setResult(ECacheResult.Ok).build();
        });
    }

    @Override
    public void setIf(_SetIfRequest request, StreamObserver<_SetIfResponse> reply) {
        answer("SetIf " + request.getConditionCase(), reply, () -> {
            check(request.getCacheBody(), request.getTtlMilliseconds());
            boolean stored = items().setIf(
                            request.getCacheKey(),
                            request.getCacheBody(),
                            request.getTtlMilliseconds(),
                            condition(request));
            _SetIfResponse.Builder response = _SetIfResponse.newBuilder();
            return (stored
                            ? response.setStored(_SetIfResponse._Stored.getDefaultInstance())
                            : response.setNotStored(_SetIfResponse._NotStored.getDefaultInstance()))
                    .build();
        });
    }

    private static Predicate<@Nullable ByteString> condition(_SetIfRequest request) {
        return switch (request.getConditionCase()) {
            case ABSENT -> Objects::isNull;
            case PRESENT -> Objects::nonNull;
            case EQUAL -> present -> request.getEqual().getValueToCheck().equals(present);
            case NOT_EQUAL ->
                present -> !request.getNotEqual().getValueToCheck().equals(present);
            case ABSENT_OR_EQUAL ->
                present -> present == null
                        || request.getAbsentOrEqual().getValueToCheck().equals(present);
            case PRESENT_AND_NOT_EQUAL ->
                present -> present != null
                        && !request.getPresentAndNotEqual().getValueToCheck().equals(present);
            case CONDITION_NOT_SET ->
                throw Status.INVALID_ARGUMENT
                        .withDescription("a SetIf has no condition")
                        .asRuntimeException();
        };
    }

    @Override
    public void delete(_DeleteRequest request, StreamObserver<_DeleteResponse> reply) {
        answer("Delete", reply, () -> {
            items().delete(request.getCacheKey());
            return _DeleteResponse.getDefaultInstance();
        });
    }

    private void check(ByteString body, long ttlMillis) {
        if (body.size() > limits.itemBytes()) {
            throw Status.INVALID_ARGUMENT
                    .withDescription("an item has " + body.size() + " bytes; the limit is " + limits.itemBytes())
                    .asRuntimeException();
        }
        if (ttlMillis < 1 || ttlMillis > limits.timeToLive().toMillis()) {
            throw Status.INVALID_ARGUMENT
                    .withDescription("the time to live is " + ttlMillis + " ms; the limit is " + limits.timeToLive())
                    .asRuntimeException();
        }
    }

    private Items items() {
        String cache = DoubleHeaders.cache();
        Items items = cache == null ? null : caches.get(cache);
        if (items == null) {
            throw Status.NOT_FOUND
                    .withDescription("there is no cache of this name")
                    .asRuntimeException();
        }
        return items;
    }

    private <R> void answer(String what, StreamObserver<R> reply, Supplier<R> request) {
        log.add(what);
        Supplier<R> here = DoubleHeaders.captured(request);
        switch (faults.next()) {
            case NONE -> send(reply, here);
            case LOST_REQUEST -> unavailable(reply);
            case LOST_REPLY -> {
                applied(here);
                unavailable(reply);
            }
            case NO_ANSWER -> applied(here);
            case TWICE -> {
                applied(here);
                send(reply, here);
            }
            case LATE -> {
                faults.keep(() -> applied(here));
                unavailable(reply);
            }
            case THROTTLED ->
                reply.onError(Status.RESOURCE_EXHAUSTED
                        .withDescription("the limit of requests is reached")
                        .asRuntimeException());
        }
    }

    private static <R> void send(StreamObserver<R> reply, Supplier<R> request) {
        R response;
        try {
            response = request.get();
        } catch (StatusRuntimeException e) {
            reply.onError(e);
            return;
        }
        reply.onNext(response);
        reply.onCompleted();
    }

    /** Applies a request whose answer gets lost, be it a refusal. */
    private static void applied(Supplier<?> request) {
        try {
            Object lost = request.get();
            assert lost != null;
        } catch (StatusRuntimeException e) {
            // The client does not get it.
        }
    }

    private static void unavailable(StreamObserver<?> reply) {
        reply.onError(Status.UNAVAILABLE.withDescription("injected").asRuntimeException());
    }
}
