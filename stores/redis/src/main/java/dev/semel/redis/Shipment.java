package dev.semel.redis;

import dev.semel.store.StoreException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of one script that travel as one command, which the server runs as a whole. */
final class Shipment {
    private final Script script;
    private final List<Call<?>> calls;
    private final boolean withText;
    private final int sendings;
    private final @Nullable OnceCommand sentOnce;
    private final AsyncCommand<byte[], byte[], List<@Nullable Object>> command;

    private Shipment(Script script, List<Call<?>> calls, boolean withText, int sendings) {
        this.script = script;
        this.calls = calls;
        this.withText = withText;
        this.sendings = sendings;
        CommandType type = withText ? CommandType.EVAL : CommandType.EVALSHA;
        this.sentOnce = script.mayRepeat() ? null : OnceCommand.of(type, arguments());
        this.command =
                new AsyncCommand<>(sentOnce == null ? new Command<>(type, new Replies(), arguments()) : sentOnce);
        calls.forEach(call -> call.travelsWith(this));
    }

    /** By the script's digest: the server is taken to know it. */
    static Shipment of(Script script, List<Call<?>> calls) {
        return new Shipment(script, calls, false, 1);
    }

    private CommandArgs<byte[], byte[]> arguments() {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        int rows = calls.stream().mapToInt(call -> call.rows().size()).sum();
        args.add(withText ? script.text() : script.digest()).add(rows);
        calls.forEach(call -> call.rows().forEach(row -> args.addKey(row.key())));
        if (script.hasAsks()) {
            calls.forEach(call -> call.rows().forEach(row -> args.add(row.ask())));
        }
        return args;
    }

    /** The same with the text of the script, which the server keeps from then on. */
    Shipment withText() {
        return new Shipment(script, calls, true, sendings);
    }

    /** The same once more, for a new connection. */
    Shipment again() {
        return new Shipment(script, calls, withText, sendings + 1);
    }

    /** Whether it does no harm, somebody waits for it, and it has not been tried in vain too often. */
    boolean maySendAgain() {
        boolean harmless = sentOnce == null || !sentOnce.wasSent();
        return harmless && sendings < 20 && !calls.stream().allMatch(Call::isDone);
    }

    /** The same calls, each on its own. */
    List<Shipment> apart() {
        return calls.stream()
                .map(call -> new Shipment(script, List.of(call), withText, sendings))
                .toList();
    }

    /** How long to wait before it is sent again, so that a connection that breaks at once is not tried in a circle. */
    long pauseMillis() {
        return 5L * sendings;
    }

    boolean hasText() {
        return withText;
    }

    /** Whether the calls, refused as a whole, may be tried one by one. */
    boolean maySendApart() {
        return calls.size() > 1 && !script.answersEach();
    }

    List<Call<?>> calls() {
        return calls;
    }

    AsyncCommand<byte[], byte[], List<@Nullable Object>> command() {
        return command;
    }

    /** Whether it writes what somebody relies on after a failover. */
    boolean wantsReplicas() {
        return script == Script.CLAIM || script == Script.SETTLE;
    }

    /**
     * Hands out what the script has answered.
     *
     * @param unmet what those get whose writes too few replicas have; {@code null} if there are enough
     */
    void deliver(List<@Nullable Object> replies, @Nullable StoreException unmet) {
        long now = (Long) replies.get(0);
        boolean reads = script == Script.CLAIM || script == Script.FIND;
        for (int i = 0; i < calls.size(); i++) {
            Object reply = replies.get(i + 1);
            if (reads && reply instanceof Long) {
                calls.get(i).sendAgain(); // the script has not looked at it
            } else {
                calls.get(i).receive(now, reply, unmet);
            }
        }
    }

    /** When nobody waits any more, there is no point in sending it after a reconnection. */
    void cancelIfNobodyWaits() {
        if (calls.stream().allMatch(Call::isDone)) {
            command.cancel(true);
        }
    }
}
