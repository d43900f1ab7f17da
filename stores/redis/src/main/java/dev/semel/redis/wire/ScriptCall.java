package dev.semel.redis.wire;

import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.batch.Pending;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a script for one caller. The caller's thread waits for the answer; another thread may send the call.
 *
 * @param <R> the type of the answer
 */
public abstract class ScriptCall<R> extends Pending<R> {
    private final Script script;
    private final List<Row> rows;
    private volatile @Nullable ScriptRun run;

    /**
     * One key and its argument. The arrays must not be modified.
     *
     * @param key the Redis key
     * @param argument the script's argument for this key; empty if the script takes keys only
     */
    @SuppressWarnings("ArrayRecordComponent") // rows are never compared
    public record Row(byte[] key, byte[] argument) {}

    /** Creates a call that runs a script on at least one row. */
    protected ScriptCall(Script script, List<Row> rows) {
        this.script = script;
        this.rows = rows;
    }

    final Script script() {
        return script;
    }

    /** Returns the rows, at least one. */
    final List<Row> rows() {
        return rows;
    }

    @Override
    protected final int size() {
        int bytes = 0;
        for (Row row : rows) {
            bytes += row.key.length + row.argument.length;
        }
        return bytes;
    }

    /** Decodes the script's reply to this call; {@code null} stands for Lua's {@code false}. */
    protected abstract R read(long now, @Nullable Object reply);

    /** Returns whether the answer confirms a write, which then has to reach the replicas. */
    protected abstract boolean isWrite(R answer);

    /**
     * Creates the exception that the caller receives if the call failed.
     *
     * @param cause {@code null} if the reply is not one that the script gives
     */
    protected abstract SemelException failure(@Nullable Throwable cause);

    /** Creates the exception that the caller receives if no reply arrived in time. */
    protected abstract StoreException late(Duration waited);

    final void sentIn(ScriptRun sent) {
        run = sent;
    }

    final void receive(long now, @Nullable Object reply, @Nullable StoreException unmet) {
        try {
            R answer = read(now, reply);
            if (unmet != null && isWrite(answer)) {
                fail(unmet);
            } else {
                answer(answer);
            }
        } catch (SemelException e) {
            fail(e);
        } catch (RuntimeException e) {
            failAsUnknown(e);
        } finally {
            wake();
        }
    }

    @Override
    protected final void failAsUnknown(@Nullable Throwable cause) {
        fail(failure(cause));
    }

    /** Fails the call because its caller's timeout has elapsed. */
    final void giveUp(Duration waited) {
        fail(late(waited));
        ScriptRun mine = run;
        if (mine != null) {
            mine.cancelIfUnawaited();
        }
    }
}
