package dev.semel.redis.wire;

import dev.semel.StoreException;
import dev.semel.batch.Batch;
import dev.semel.redis.server.PlainCommands;
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
 * A connection with at most one batch of calls in flight. The calls of each script form one command, and all commands are written together.
 * A cluster has no batches, since keys live on different servers, and a server that does not answer must not delay the others.
 *
 * <ol>
 *   <li>A server that has not cached a script (after a restart or a failover) receives its text.
 *   <li>If the server refuses a command with several calls, these are sent again one by one, so that a bad call affects only itself. Scripts
 *       that answer each call separately do not need this.
 *   <li>If the connection is lost, unanswered commands are sent again, by Lettuce or by this lane. Nonce, token or key show whether the first
 *       one was applied. A call that stays unanswered fails with a {@link StoreException}, and the caller sends the same call again.
 *   <li>A script that must not run twice is not sent again once a server may have run it: see {@link OnceCommand}.
 *   <li>A confirmation by replicas covers only writes over the same connection. If the connection was lost in between, all calls are sent again.
 *   <li>If the server is silent for a caller's whole timeout, the connection is dropped: the server may be frozen and already replaced.
 * </ol>
 */
final class RedisLane {
    private final StatefulConnection<byte[], byte[]> connection;
    private final Route route;
    private final ConnectionMonitor monitor;

    /**
     * The properties of a lane's connection.
     *
     * @param oneServer whether one server holds everything
     * @param replicas the replicas that have to confirm, if any
     * @param mayReconnect whether the connection belongs to Semel
     */
    record Route(boolean oneServer, @Nullable ReplicaWait replicas, boolean mayReconnect) {}

    /** Counts the unanswered runs of a batch, and ends the batch with the last one. */
    private static final class Flight extends AtomicInteger {
        private static final long serialVersionUID = 1;

        private final transient @Nullable Batch<ScriptCall<?>> batch;

        Flight(@Nullable Batch<ScriptCall<?>> batch) {
            this.batch = batch;
        }

        void arrived() {
            if (decrementAndGet() == 0) {
                end();
            }
        }

        /** Ends the batch even if some runs are unanswered. Their replies are still delivered if a caller waits. */
        void end() {
            if (batch != null) {
                batch.end();
            }
        }
    }

    RedisLane(StatefulConnection<byte[], byte[]> connection, Route route) {
        this.connection = connection;
        this.route = route;
        this.monitor = new ConnectionMonitor(connection);
    }

    /** Sends a batch, and returns immediately. */
    void send(Batch<ScriptCall<?>> batch) {
        Flight flight = new Flight(batch);
        // One extra, so that the batch does not end before all of its runs are in flight.
        flight.set(1);
        dispatch(flight, byScript(batch.calls()));
        flight.arrived();
    }

    /** Sends a call outside any batch, and returns immediately. */
    void sendAlone(ScriptCall<?> call) {
        dispatch(new Flight(null), List.of(ScriptRun.of(call.script(), List.of(call))));
    }

    private static List<ScriptRun> byScript(List<ScriptCall<?>> calls) {
        Map<Script, List<ScriptCall<?>>> groups = new LinkedHashMap<>();
        calls.forEach(call -> groups.computeIfAbsent(call.script(), script -> new ArrayList<>())
                .add(call));
        List<ScriptRun> runs = new ArrayList<>(groups.size());
        groups.forEach((script, group) -> runs.add(ScriptRun.of(script, group)));
        return runs;
    }

    private void dispatch(Flight flight, List<ScriptRun> runs) {
        flight.addAndGet(runs.size());
        monitor.sending();
        List<RedisCommand<byte[], byte[], ?>> commands = new ArrayList<>(runs.size() + 1);
        runs.forEach(run -> commands.add(run.command()));
        if (route.replicas != null && runs.stream().anyMatch(ScriptRun::wantsReplicas)) {
            AsyncCommand<byte[], byte[], Long> confirmation = route.replicas.command();
            commands.add(confirmation);
            runs.forEach(each -> await(flight, each, each.wantsReplicas() ? confirmation : null));
        } else {
            runs.forEach(each -> await(flight, each, null));
        }
        try {
            send(commands);
        } catch (RuntimeException e) {
            commands.forEach(each -> each.completeExceptionally(e));
        }
    }

    /** In a cluster, dispatches one by one: a collection would wait for node connections on the thread that has to open them. */
    private void send(Collection<RedisCommand<byte[], byte[], ?>> commands) {
        if (commands.size() > 1 && route.oneServer) {
            connection.dispatch(commands);
        } else {
            commands.forEach(connection::dispatch);
        }
    }

    private void await(Flight flight, ScriptRun run, @Nullable AsyncCommand<byte[], byte[], Long> confirmation) {
        int losses = monitor.losses();
        run.command().onComplete((replies, failure) -> {
            if (failure != null) {
                failed(flight, run, failure);
            } else if (confirmation == null) {
                arrived(flight, run, () -> deliver(run, replies, null));
            } else {
                confirmation.onComplete((found, why) -> {
                    boolean sameConnection = losses == monitor.losses();
                    confirmed(flight, run, replies, sameConnection ? found : null, why);
                });
            }
        });
    }

    private void confirmed(
            Flight flight,
            ScriptRun run,
            List<@Nullable Object> replies,
            @Nullable Long found,
            @Nullable Throwable failure) {
        if (failure != null || found == null || route.replicas == null) {
            failed(
                    flight,
                    run,
                    failure == null ? new IOException("WAIT was not answered over this connection") : failure);
        } else {
            StoreException unmet = route.replicas.judge(found);
            arrived(flight, run, () -> deliver(run, replies, unmet));
        }
    }

    private void deliver(ScriptRun run, List<@Nullable Object> replies, @Nullable StoreException unmet) {
        monitor.received();
        if (replies.size() == run.calls().size() + 1) {
            run.deliver(replies, unmet);
        } else {
            fail(run, null);
        }
    }

    /** Recovers on another thread: Lettuce may be closing or opening the connection, and cannot accept a command meanwhile. */
    private void failed(Flight flight, ScriptRun run, Throwable failure) {
        if (failure instanceof RedisCommandExecutionException) {
            monitor.received();
        } else if (failure instanceof RedisCommandTimeoutException) {
            // The client's timeout is shorter than the callers', so they do not notice that the server is silent.
            dropIfSilent(connection.getTimeout());
        }
        try {
            long pause = failure instanceof IOException ? run.pauseMillis() : 0;
            connection
                    .getResources()
                    .eventExecutorGroup()
                    .schedule(
                            () -> arrived(flight, run, () -> recover(flight, run, failure)),
                            pause,
                            TimeUnit.MILLISECONDS)
                    .addListener(any -> {});
        } catch (RejectedExecutionException | Error e) {
            // The application has shut down the client, or memory is exhausted.
            arrived(flight, run, () -> fail(run, failure));
        }
    }

    private static void arrived(Flight flight, ScriptRun run, Runnable handling) {
        try {
            handling.run();
        } catch (RuntimeException e) {
            fail(run, e);
        } catch (Error e) {
            flight.end();
            throw e;
        } finally {
            flight.arrived();
        }
    }

    private void recover(Flight flight, ScriptRun run, Throwable cause) {
        if (cause instanceof RedisNoScriptException && !run.hasText()) {
            dispatch(flight, List.of(run.withText()));
        } else if (cause instanceof IOException && run.maySendAgain()) {
            dispatch(flight, List.of(run.again()));
        } else if (isReadOnly(cause)) {
            reconnect();
            fail(run, cause);
        } else if (cause instanceof RedisCommandExecutionException && run.maySendApart()) {
            dispatch(flight, run.apart());
        } else {
            fail(run, cause);
        }
    }

    private static boolean isReadOnly(@Nullable Throwable cause) {
        return cause instanceof RedisCommandExecutionException
                && String.valueOf(cause.getMessage()).contains("READONLY");
    }

    /** Reconnects because the server has become a replica. Lettuce looks up the master when the server closes the connection. */
    private void reconnect() {
        if (route.mayReconnect && route.oneServer) {
            PlainCommands.hangUp(connection);
        }
    }

    /** Drops the connection if the server has been silent for this long. */
    void dropIfSilent(Duration atLeast) {
        if (route.mayReconnect && route.oneServer) {
            monitor.dropIfSilent(atLeast);
        }
    }

    private static void fail(ScriptRun run, @Nullable Throwable cause) {
        for (ScriptCall<?> call : run.calls()) {
            if (!call.isDone()) {
                call.failAsUnknown(cause);
                call.wake();
            }
        }
    }

    void close() {
        monitor.close();
        if (route.mayReconnect) {
            connection.close();
        }
    }
}
