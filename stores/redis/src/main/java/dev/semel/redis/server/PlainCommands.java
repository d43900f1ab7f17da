package dev.semel.redis.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.semel.StoreException;
import dev.semel.store.Causes;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.KeyScanOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Plain commands outside the scripts, in bytes, independent of the connection's codec. */
public final class PlainCommands {
    private final Duration timeout;

    /** Creates commands that wait this long for their reply. */
    public PlainCommands(Duration timeout) {
        this.timeout = timeout;
    }

    /** Sends a command and returns immediately. Its reply is a flat list. */
    public static AsyncCommand<byte[], byte[], List<@Nullable Object>> send(
            StatefulConnection<byte[], byte[]> connection, CommandType type, Object... args) {
        CommandArgs<byte[], byte[]> all = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        for (Object arg : args) {
            if (arg instanceof byte[] bytes) {
                all.add(bytes);
            } else {
                all.add(arg.toString());
            }
        }
        AsyncCommand<byte[], byte[], List<@Nullable Object>> command =
                new AsyncCommand<>(new Command<>(type, new FlatReply(), all));
        dispatch(connection, command);
        return command;
    }

    /** Asks the server to close the connection, which Lettuce then reopens. */
    public static void hangUp(StatefulConnection<byte[], byte[]> connection) {
        connection.dispatch(new AsyncCommand<>(new Command<>(
                CommandType.QUIT,
                new StatusOutput<>(ByteArrayCodec.INSTANCE),
                new CommandArgs<>(ByteArrayCodec.INSTANCE))));
    }

    /**
     * Sends a command and waits for its reply.
     *
     * @throws StoreException if the server refuses the command or does not reply in time
     */
    public List<@Nullable Object> ask(StatefulConnection<byte[], byte[]> connection, CommandType type, Object... args) {
        return answer(send(connection, type, args));
    }

    /** Returns a few hundred matching keys and the next cursor. */
    public KeyScanCursor<byte[]> scan(StatefulConnection<byte[], byte[]> connection, String cursor, String pattern) {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add(cursor)
                .add("MATCH")
                .add(pattern)
                .add("COUNT")
                .add(500)
                .add("TYPE")
                .add("string");
        AsyncCommand<byte[], byte[], KeyScanCursor<byte[]>> command =
                new AsyncCommand<>(new Command<>(CommandType.SCAN, new KeyScanOutput<>(ByteArrayCodec.INSTANCE), args));
        dispatch(connection, command);
        return answer(command);
    }

    /** Lettuce throws immediately if the connection or its client has been closed. */
    private static void dispatch(
            StatefulConnection<byte[], byte[]> connection, AsyncCommand<byte[], byte[], ?> command) {
        try {
            connection.dispatch(command);
        } catch (RuntimeException e) {
            command.completeExceptionally(e);
        }
    }

    /** Returns the server's time in microseconds since 1970. */
    public long time(StatefulConnection<byte[], byte[]> connection) {
        List<@Nullable Object> parts = ask(connection, CommandType.TIME);
        return number(parts.get(0)) * 1_000_000L + number(parts.get(1));
    }

    private static long number(@Nullable Object bytes) {
        return Long.parseLong(new String((byte[]) Objects.requireNonNull(bytes), US_ASCII));
    }

    /**
     * Waits for the reply to a command that was sent.
     *
     * @throws StoreException if the server refuses the command or does not reply in time
     */
    public <T> T answer(AsyncCommand<byte[], byte[], T> command) {
        try {
            return command.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new StoreException(
                    "Redis refused " + command.getType() + ": "
                            + Causes.of(Objects.requireNonNullElse(e.getCause(), e)),
                    e.getCause());
        } catch (TimeoutException e) {
            command.cancel(true);
            throw new StoreException(
                    "Redis did not answer " + command.getType() + " within " + timeout.toMillis()
                            + " ms; check that the server is reachable",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for Redis to answer " + command.getType(), e);
        }
    }
}
