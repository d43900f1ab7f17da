package dev.semel.redis;

import dev.semel.store.StoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A connection over which calls are sent, each by its own caller, who waits for the answer. */
final class CountLane {
    private final StatefulConnection<byte[], byte[]> connection;
    private final Servers servers;
    private final Duration timeout;

    CountLane(StatefulConnection<byte[], byte[]> connection, Servers servers, Duration timeout) {
        this.connection = connection;
        this.servers = servers;
        this.timeout = timeout;
    }

    /**
     * Sends a call. A server that does not know the script has run nothing, and gets its text. What was never written to a connection that broke
     * down, or may be run twice, is sent again while there is time.
     */
    String send(CountAsk ask) {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean withText = false;
        for (int tried = 1; ; tried++) {
            CountCommand command = withText ? ask.withText() : ask.byDigest();
            try {
                return await(command, deadline);
            } catch (RedisNoScriptException e) {
                if (withText) {
                    throw failed(e);
                }
                withText = true;
            } catch (BrokenConnection e) {
                if (!command.maySendAgain() || isOver(deadline)) {
                    throw failed(e.why);
                }
                pause(tried);
            }
        }
    }

    /** Asks something that changes nothing. */
    <T> T ask(Supplier<RedisCommand<byte[], byte[], T>> question) {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (int tried = 1; ; tried++) {
            try {
                return await(question.get(), deadline);
            } catch (BrokenConnection e) {
                if (isOver(deadline)) {
                    throw failed(e.why);
                }
                pause(tried);
            }
        }
    }

    /** A command that failed with its connection, or since there is none. */
    private static final class BrokenConnection extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Throwable why;

        BrokenConnection(Throwable why) {
            this.why = why;
        }
    }

    private static boolean isOver(long deadline) {
        return System.nanoTime() - deadline > 0;
    }

    private static void pause(int tried) {
        LockSupport.parkNanos(5_000_000L * Math.min(tried, 20));
    }

    /** Waits for a command's answer, whether or not the thread is interrupted: what is on its way can't be called back. */
    private <T> T await(RedisCommand<byte[], byte[], T> command, long deadline) {
        AsyncCommand<byte[], byte[], T> sent = new AsyncCommand<>(command);
        boolean interrupted = false;
        try {
            connection.dispatch(sent);
            while (true) {
                try {
                    return sent.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new StoreException(
                    "Redis did not answer within " + timeout.toMillis()
                            + " ms, and it is unknown whether it has counted; check that the server can be reached",
                    e);
        } catch (ExecutionException e) {
            throw judged(e.getCause() == null ? e : e.getCause());
        } catch (RedisException e) {
            throw failed(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RuntimeException judged(Throwable cause) {
        if (cause instanceof RedisNoScriptException unknownScript) {
            return unknownScript;
        }
        if (cause instanceof IOException) {
            return new BrokenConnection(cause);
        }
        boolean readOnly = cause instanceof RedisCommandExecutionException
                && String.valueOf(cause.getMessage()).contains("READONLY");
        if (readOnly && servers.isOwn() && servers.isOne()) {
            // The server has become a replica. Only a new connection finds the master.
            Questions.hangUp(connection);
        }
        return failed(cause);
    }

    private static StoreException failed(Throwable cause) {
        return new StoreException(
                "Redis did not confirm a count, and it is unknown whether it did; see the cause, and check that the server can be reached and may be written to",
                cause);
    }

    void close() {
        if (servers.isOwn()) {
            connection.close();
        }
    }
}
