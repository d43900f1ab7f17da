package dev.semel.redis;

import dev.semel.batch.Batch;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection with one batch of calls on its way at a time: the calls of each script are one command, and all go out in one go. In a cluster
 * there are no batches, since records live on different servers, and a server that does not answer must not hold up the others.
 *
 * <ol>
 *   <li>A server that does not know a script (it was restarted, or has taken over) gets its text.
 *   <li>A command for many records that is refused goes out again one by one, so that a bad one harms only itself, unless the script sees to
 *       that.
 *   <li>If the connection is lost, what was not answered is sent again, by Lettuce or from here; whether it was applied before is told by nonce,
 *       token or key. What can't be found out in time is a {@link StoreException}, and the caller sends the same call again.
 *   <li>A script that must not run twice is not sent again once a server may have seen it: see {@link OnceCommand}.
 *   <li>A confirmation by replicas counts only for what was written over the same connection: if that was lost in between, all is sent again.
 *   <li>A server that is silent for as long as a caller waits is left: it may be one that stands still while another has taken over.
 * </ol>
 */
final class Lane {
    private final StatefulConnection<byte[], byte[]> connection;
    private final Route route;
    private final Link link;

    /**
     * What a lane has to know of where it leads.
     *
     * @param oneServer whether one server has everything
     * @param replicas who has to confirm, if anybody
     * @param mayReconnect whether the connection is Semel's own
     */
    record Route(boolean oneServer, @Nullable ReplicaWait replicas, boolean mayReconnect) {}

    /** Counts the shipments of a batch that are not back yet, and ends it with the last one. */
    private static final class Flight extends AtomicInteger {
        private static final long serialVersionUID = 1;

        private final transient @Nullable Batch<Call<?>> batch;

        Flight(@Nullable Batch<Call<?>> batch) {
            this.batch = batch;
        }

        void arrived() {
            if (decrementAndGet() == 0) {
                end();
            }
        }

        /** Also if others of its shipments are not back: those are answered when they come, if a caller still waits. */
        void end() {
            if (batch != null) {
                batch.end();
            }
        }
    }

    Lane(StatefulConnection<byte[], byte[]> connection, Route route) {
        this.connection = connection;
        this.route = route;
        this.link = new Link(connection);
    }

    /** Sends a batch, and returns immediately. */
    void send(Batch<Call<?>> batch) {
        Flight flight = new Flight(batch);
        // One more, so that it does not end before all of it is in flight.
        flight.set(1);
        dispatch(flight, byScript(batch.calls()));
        flight.arrived();
    }

    /** Sends a call beside all others, and returns immediately. */
    void sendAlone(Call<?> call) {
        dispatch(new Flight(null), List.of(Shipment.of(call.script(), List.of(call))));
    }

    private static List<Shipment> byScript(List<Call<?>> calls) {
        Map<Script, List<Call<?>>> groups = new LinkedHashMap<>();
        calls.forEach(call -> groups.computeIfAbsent(call.script(), script -> new ArrayList<>())
                .add(call));
        List<Shipment> shipments = new ArrayList<>(groups.size());
        groups.forEach((script, group) -> shipments.add(Shipment.of(script, group)));
        return shipments;
    }

    private void dispatch(Flight flight, List<Shipment> shipments) {
        flight.addAndGet(shipments.size());
        link.asked();
        List<RedisCommand<byte[], byte[], ?>> commands = new ArrayList<>(shipments.size() + 1);
        shipments.forEach(shipment -> commands.add(shipment.command()));
        if (route.replicas != null && shipments.stream().anyMatch(Shipment::wantsReplicas)) {
            AsyncCommand<byte[], byte[], Long> confirmation = route.replicas.command();
            commands.add(confirmation);
            shipments.forEach(each -> await(flight, each, each.wantsReplicas() ? confirmation : null));
        } else {
            shipments.forEach(each -> await(flight, each, null));
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

    private void await(Flight flight, Shipment shipment, @Nullable AsyncCommand<byte[], byte[], Long> confirmation) {
        int losses = link.losses();
        shipment.command().onComplete((replies, failure) -> {
            if (failure != null) {
                failed(flight, shipment, failure);
            } else if (confirmation == null) {
                arrived(flight, shipment, () -> deliver(shipment, replies, null));
            } else {
                confirmation.onComplete((found, why) -> {
                    boolean sameConnection = losses == link.losses();
                    confirmed(flight, shipment, replies, sameConnection ? found : null, why);
                });
            }
        });
    }

    private void confirmed(
            Flight flight,
            Shipment shipment,
            List<@Nullable Object> replies,
            @Nullable Long found,
            @Nullable Throwable failure) {
        if (failure != null || found == null || route.replicas == null) {
            failed(
                    flight,
                    shipment,
                    failure == null ? new IOException("no answer to WAIT over this connection") : failure);
        } else {
            StoreException unmet = route.replicas.judge(found);
            arrived(flight, shipment, () -> deliver(shipment, replies, unmet));
        }
    }

    private void deliver(Shipment shipment, List<@Nullable Object> replies, @Nullable StoreException unmet) {
        link.heard();
        if (replies.size() == shipment.calls().size() + 1) {
            shipment.deliver(replies, unmet);
        } else {
            fail(shipment, null);
        }
    }

    /** On another thread: Lettuce may be in the middle of closing or opening the connection, and must not be asked to send then. */
    private void failed(Flight flight, Shipment shipment, Throwable failure) {
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
                    .schedule(
                            () -> arrived(flight, shipment, () -> recover(flight, shipment, failure)),
                            pause,
                            TimeUnit.MILLISECONDS)
                    .addListener(any -> {});
        } catch (RejectedExecutionException | Error e) {
            // The application has shut down the client, or there is no memory for a task.
            arrived(flight, shipment, () -> fail(shipment, failure));
        }
    }

    private static void arrived(Flight flight, Shipment shipment, Runnable handling) {
        try {
            handling.run();
        } catch (RuntimeException e) {
            fail(shipment, e);
        } catch (Error e) {
            flight.end();
            throw e;
        } finally {
            flight.arrived();
        }
    }

    private void recover(Flight flight, Shipment shipment, Throwable cause) {
        if (cause instanceof RedisNoScriptException && !shipment.hasText()) {
            dispatch(flight, List.of(shipment.withText()));
        } else if (cause instanceof IOException && shipment.maySendAgain()) {
            dispatch(flight, List.of(shipment.again()));
        } else if (isReadOnly(cause)) {
            reconnect();
            fail(shipment, cause);
        } else if (cause instanceof RedisCommandExecutionException && shipment.maySendApart()) {
            dispatch(flight, shipment.apart());
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
        for (Call<?> call : shipment.calls()) {
            if (!call.isDone()) {
                call.failAsUnknown(cause);
                call.wake();
            }
        }
    }

    void close() {
        link.close();
        if (route.mayReconnect) {
            connection.close();
        }
    }
}
