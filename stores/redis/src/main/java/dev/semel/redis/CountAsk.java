package dev.semel.redis;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.Span;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

/** A call as the scripts for counts want it: see {@code count.lua} and {@code uncount.lua}. */
final class CountAsk {
    private final CountKeys keys;
    private final CountCall call;
    private final Script script;

    CountAsk(CountKeys keys, CountCall call, Script script) {
        this.keys = keys;
        this.call = call;
        this.script = script;
    }

    CountCommand byDigest() {
        return command(CommandType.EVALSHA, script.digest());
    }

    /** With the text of the script, which the server keeps from then on. */
    CountCommand withText() {
        return command(CommandType.EVAL, script.text());
    }

    private CountCommand command(CommandType type, String digestOrText) {
        CountCall.Once once = call.once();
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        args.add(digestOrText).add(call.changes().size() + (once == null ? 0 : 1));
        call.changes().forEach(change -> args.addKey(keys.of(call.id(change))));
        if (once != null) {
            args.addKey(keys.of(call, once));
        }
        args.add(call.changes().size());
        call.changes().forEach(change -> add(args, change));
        if (once != null) {
            args.add(once.at().toEpochMilli())
                    .add(once.at().plus(once.remember()).toEpochMilli())
                    .add(once.remember().toMillis());
        }
        boolean addsNothing = call.changes().stream().allMatch(change -> change.amount() == 0);
        return CountCommand.of(type, args, once != null || addsNothing);
    }

    private static void add(CommandArgs<byte[], byte[]> args, CountChange change) {
        boolean session = change.span() instanceof Span.Session;
        args.add(session ? "S" : "F").add(change.amount()).add(change.limit() - change.amount());
        if (change.span() instanceof Span.Session hit) {
            args.add(hit.at().toEpochMilli())
                    .add(hit.at().plus(hit.idle()).toEpochMilli())
                    .add(hit.longest().toMillis());
        } else {
            Span.Fixed fixed = (Span.Fixed) change.span();
            args.add(fixed.start().toEpochMilli())
                    .add(fixed.end().toEpochMilli())
                    .add(0);
        }
        args.add(change.keep().toMillis()).add(change.subjects() == UnknownSubjects.CREATE ? "C" : "R");
    }
}
