package dev.semel.redis.wire;

import dev.semel.StoreException;
import dev.semel.redis.server.FlatReply;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of one script that are sent as one command, which the server runs atomically. */
final class ScriptRun {
    private final Script script;
    private final List<ScriptCall<?>> calls;
    private final boolean withText;
    private final int sendings;
    private final @Nullable OnceCommand sentOnce;
    private final AsyncCommand<byte[], byte[], List<@Nullable Object>> command;

    private ScriptRun(Script script, List<ScriptCall<?>> calls, boolean withText, int sendings) {
        this.script = script;
        this.calls = calls;
        this.withText = withText;
        this.sendings = sendings;
        CommandType type = withText ? CommandType.EVAL : CommandType.EVALSHA;
        this.sentOnce = script.mayRepeat() ? null : OnceCommand.of(type, arguments());
        this.command =
                new AsyncCommand<>(sentOnce == null ? new Command<>(type, new FlatReply(), arguments()) : sentOnce);
        calls.forEach(call -> call.sentIn(this));
    }

    /** Creates a run by the script's digest, assuming that the server has cached the script. */
    static ScriptRun of(Script script, List<ScriptCall<?>> calls) {
        return new ScriptRun(script, calls, false, 1);
    }

    private CommandArgs<byte[], byte[]> arguments() {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        int rows = calls.stream().mapToInt(call -> call.rows().size()).sum();
        args.add(withText ? script.text() : script.digest()).add(rows);
        calls.forEach(call -> call.rows().forEach(row -> args.addKey(row.key())));
        if (script.hasArguments()) {
            calls.forEach(call -> call.rows().forEach(row -> args.add(row.argument())));
        }
        return args;
    }

    /** Returns the same run with the script's text, which the server then caches. */
    ScriptRun withText() {
        return new ScriptRun(script, calls, true, sendings);
    }

    /** Returns the same run for another attempt over a new connection. */
    ScriptRun again() {
        return new ScriptRun(script, calls, withText, sendings + 1);
    }

    /** Returns whether sending again is safe, a caller still waits, and attempts are left. */
    boolean maySendAgain() {
        boolean safe = sentOnce == null || !sentOnce.wasSent();
        return safe && sendings < 20 && !calls.stream().allMatch(ScriptCall::isDone);
    }

    /** Returns a separate run for each call. */
    List<ScriptRun> apart() {
        return calls.stream()
                .map(call -> new ScriptRun(script, List.of(call), withText, sendings))
                .toList();
    }

    /** Returns the pause before the next attempt, which avoids a busy loop if connections break immediately. */
    long pauseMillis() {
        return 5L * sendings;
    }

    boolean hasText() {
        return withText;
    }

    /** Returns whether the calls may be sent one by one after the server refused them together. */
    boolean maySendApart() {
        return calls.size() > 1 && !script.answersEach();
    }

    List<ScriptCall<?>> calls() {
        return calls;
    }

    AsyncCommand<byte[], byte[], List<@Nullable Object>> command() {
        return command;
    }

    /** Returns whether the calls write what has to survive a failover. */
    boolean wantsReplicas() {
        return script.waitsForReplicas();
    }

    /**
     * Delivers the replies to the calls.
     *
     * @param unmet the failure of calls that wrote, if too few replicas confirmed; {@code null} if enough did
     */
    void deliver(List<@Nullable Object> replies, @Nullable StoreException unmet) {
        long now = (Long) replies.get(0);
        for (int i = 0; i < calls.size(); i++) {
            Object reply = replies.get(i + 1);
            if (script.maySkip() && reply instanceof Long) {
                calls.get(i).sendAgain();
            } else {
                calls.get(i).receive(now, reply, unmet);
            }
        }
    }

    /** Cancels the command if no caller waits, so that Lettuce does not send it after a reconnection. */
    void cancelIfUnawaited() {
        if (calls.stream().allMatch(ScriptCall::isDone)) {
            command.cancel(true);
        }
    }
}
