package dev.semel.redis;

import dev.semel.store.StoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection with one batch of calls on its way at a time: the calls of each script are one command, and all go out in one go. In a cluster
 * there are no batches, since records live on different servers, and a server that does not answer must not hold up the others.
 *
 * <ol>
 *   <li>A server that does not know a script (it was restarted, or has taken over) gets its text.
 *   <li>A command for many records that is refused goes out again one by one, so that a bad one harms only itself. The scripts for counts see to
 *       that by themselves, as not all counts could be sent again.
 *   <li>If the connection is lost, what was not answered is sent again, by Lettuce or from here; whether it was applied before is told by nonce,
 *       token or key. What can't be found out in time is a {@link StoreException}, and the caller sends the same call again.
 *   <li>Counts without a key can't be told from others. What a server may have seen of them is not sent again: see {@link CountCommand}.
 *   <li>A confirmation by replicas counts only for what was written over the same connection: if that was lost in between, all is sent again.
 *   <li>A server that is silent for as long as a caller waits is left: it may be one that stands still while another has taken over.
 * </ol>
 */
final class Lane {
    private final StatefulConnection<byte[], byte[]> connection;
    private final Route route;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Link link;

    /**
     * What a lane has to know of where it leads.
     *
     * @param oneServer whether one server has everything
     * @param replicas who has to confirm, if anybody
     * @param mayReconnect whether the connection is Semel's own
     * @param notLookedAt takes calls that have to be sent again
     * @param free told when a batch is back
     */
    record Route(
            boolean oneServer,
            @Nullable ReplicaWait replicas,
            boolean mayReconnect,
            Consumer<Call<?>> notLookedAt,
            Consumer<Lane> free) {}

    Lane(StatefulConnection<byte[], byte[]> connection, Route route) {
        this.connection = connection;
        this.route = route;
        this.link = new Link(connection);
    }

    boolean take() {
        return !taken.get() && taken.compareAndSet(false, true);
    }

    void release() {
        taken.set(false);
    }

    /** Sends a batch; only for the one who has taken the lane. Returns at once. */
    void send(List<Call<?>> calls) {
        // One more, so that it is not over before all of it is on its way.
        underWay.set(1);
        dispatch(byScript(calls));
        arrived();
    }

    /** Sends a call beside all others, whether or not the lane is taken. Returns at once. */
    void sendAlone(Call<?> call) {
        dispatch(List.of(Shipment.of(call.script(), List.of(call))));
    }

    private static List<Shipment> byScript(List<Call<?>> calls) {
        Map<Script, List<Call<?>>> groups = new EnumMap<>(Script.class);
        calls.forEach(call -> groups.computeIfAbsent(call.script(), script -> new ArrayList<>())
                .add(call));
        List<Shipment> shipments = new ArrayList<>(groups.size());
        groups.forEach((script, group) -> shipments.add(Shipment.of(script, group)));
        return shipments;
    }

    private void dispatch(List<Shipment> shipments) {
        underWay.addAndGet(shipments.size());
        link.asked();
        List<RedisCommand<byte[], byte[], ?>> commands = new ArrayList<>(shipments.size() + 1);
        shipments.forEach(shipment -> commands.add(shipment.command()));
        if (route.replicas != null && shipments.stream().anyMatch(Shipment::wantsReplicas)) {
            AsyncCommand<byte[], byte[], Long> confirmation = route.replicas.command();
            commands.add(confirmation);
            shipments.forEach(each -> await(each, each.wantsReplicas() ? confirmation : null));
        } else {
            shipments.forEach(each -> await(each, null));
        }
        try {
            send(commands);
        } catch (RuntimeException e) {
            commands.forEach(each -> each.completeExceptionally(e));
        }
    }

    /** In a cluster one by one: as a collection they would wait for connections to the nodes, on a thread that has to open these. */
    private void send(Collection<RedisCommand<byte[], byte[], ?>> commands) {
        if (commands.size() > 1 && route.oneServer) {
            connection.dispatch(commands);
        } else {
            commands.forEach(connection::dispatch);
        }
    }

    private void await(Shipment shipment, @Nullable AsyncCommand<byte[], byte[], Long> confirmation) {
        int losses = link.losses();
        shipment.command().onComplete((replies, failure) -> {
            if (failure != null) {
                failed(shipment, failure);
            } else if (confirmation == null) {
                arrived(shipment, () -> deliver(shipment, replies, null));
            } else {
                confirmation.onComplete((found, why) -> {
                    boolean sameConnection = losses == link.losses();
                    confirmed(shipment, replies, sameConnection ? found : null, why);
                });
            }
        });
    }

    private void confirmed(
            Shipment shipment, List<@Nullable Object> replies, @Nullable Long found, @Nullable Throwable failure) {
        if (failure != null || found == null || route.replicas == null) {
            failed(shipment, failure == null ? new IOException("no answer to WAIT over this connection") : failure);
        } else {
            StoreException unmet = route.replicas.judge(found);
            arrived(shipment, () -> deliver(shipment, replies, unmet));
        }
    }

    private void deliver(Shipment shipment, List<@Nullable Object> replies, @Nullable StoreException unmet) {
        link.heard();
        if (replies.size() == shipment.calls().size() + 1) {
            shipment.deliver(replies, unmet, route.notLookedAt);
        } else {
            fail(shipment, null);
        }
    }

    /** On another thread: Lettuce may be in the middle of closing or opening the connection, and must not be asked to send then. */
    private void failed(Shipment shipment, Throwable failure) {
        if (failure instanceof RedisCommandExecutionException) {
            link.heard();
        } else if (failure instanceof RedisCommandTimeoutException) {
            // The client has less patience than the callers, who will not notice that the server is silent.
            leaveIfSilent(connection.getTimeout());
        }
        try {
            long pause = failure instanceof IOException ? shipment.pauseMillis() : 0;
            connection
                    .getResources()
                    .eventExecutorGroup()
                    .schedule(() -> arrived(shipment, () -> recover(shipment, failure)), pause, TimeUnit.MILLISECONDS)
                    .addListener(any -> {});
        } catch (RejectedExecutionException e) {
            // Somebody has shut down the client.
            arrived(shipment, () -> fail(shipment, failure));
        }
    }

    private void arrived(Shipment shipment, Runnable handling) {
        try {
            handling.run();
        } catch (RuntimeException e) {
            fail(shipment, e);
        } finally {
            arrived();
        }
    }

    private void arrived() {
        if (underWay.decrementAndGet() == 0) {
            route.free.accept(this);
        }
    }

    private void recover(Shipment shipment, Throwable cause) {
        if (cause instanceof RedisNoScriptException && !shipment.hasText()) {
            dispatch(List.of(shipment.withText()));
        } else if (cause instanceof IOException && shipment.maySendAgain()) {
            dispatch(List.of(shipment.again()));
        } else if (isReadOnly(cause)) {
            reconnect();
            fail(shipment, cause);
        } else if (cause instanceof RedisCommandExecutionException && shipment.maySendApart()) {
            dispatch(shipment.apart());
        } else {
            fail(shipment, cause);
        }
    }

    private static boolean isReadOnly(@Nullable Throwable cause) {
        return cause instanceof RedisCommandExecutionException
                && String.valueOf(cause.getMessage()).contains("READONLY");
    }

    /** The server has become a replica. Only a new connection finds the master, and Lettuce makes one when the server hangs up. */
    private void reconnect() {
        if (route.mayReconnect && route.oneServer) {
            Questions.hangUp(connection);
        }
    }

    /** Leaves a server that has been silent for so long. */
    void leaveIfSilent(Duration since) {
        if (route.mayReconnect && route.oneServer) {
            link.dropIfSilent(since);
        }
    }

    private static void fail(Shipment shipment, @Nullable Throwable cause) {
        shipment.calls().forEach(call -> call.fail(call.failure(cause)));
    }

    void close() {
        link.close();
        if (route.mayReconnect) {
            connection.close();
        }
    }
}
