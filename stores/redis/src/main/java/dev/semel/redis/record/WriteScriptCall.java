package dev.semel.redis.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.redis.wire.Script;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An owner's write: a renewal, a settlement or a release. */
public final class WriteScriptCall extends RecordCall<OwnerWrite> {
    private static final int TOKEN = 24;

    private WriteScriptCall(Script script, Target target, byte[] argument) {
        super(script, target.id, target.keys.of(target.id), argument);
    }

    /** The record to write to, and the owner's token. */
    public record Target(RecordId id, RecordKeys keys, Token token) {
        private void putToken(ByteBuffer argument) {
            argument.putLong(token.nonce().high()).putLong(token.nonce().low()).putLong(token.epoch());
        }
    }

    /** Creates a call that extends the lease. */
    public static WriteScriptCall renewal(Target target, LeaseTerms terms) {
        ByteBuffer argument = ByteBuffer.allocate(TOKEN + 1 + 8 + 8);
        target.putToken(argument);
        ClaimScriptCall.putTerms(argument, terms, false);
        return new WriteScriptCall(RecordScripts.RENEW, target, argument.array());
    }

    /**
     * Creates a call that stores the result.
     *
     * @throws IllegalArgumentException if the media type is too long for the format
     */
    public static WriteScriptCall settlement(Target target, Result result, Duration retention) {
        byte[] mediaType = result.mediaType().getBytes(UTF_8);
        if (mediaType.length > 0xFFFF) {
            throw new IllegalArgumentException(
                    "the media type has " + mediaType.length + " bytes; must be at most 65535");
        }
        ByteBuffer argument = ByteBuffer.allocate(TOKEN + 1 + 8 + 4 + 2 + mediaType.length + result.size());
        target.putToken(argument);
        boolean value = result.kind() == Result.Kind.VALUE;
        argument.put((byte) (value ? RecordLayout.COMPLETED : RecordLayout.FAILED))
                .putLong(ServerMicros.of(retention));
        argument.putInt(result.checksum(target.id));
        argument.putShort((short) mediaType.length).put(mediaType).put(result.bytes());
        return new WriteScriptCall(RecordScripts.SETTLE, target, argument.array());
    }

    /** Creates a call that ends the lease without a result. */
    public static WriteScriptCall release(Target target, ReleaseAs as, Duration retention) {
        ByteBuffer argument = ByteBuffer.allocate(TOKEN + 1 + 8);
        target.putToken(argument);
        argument.put((byte) (as == ReleaseAs.RUNNABLE ? 1 : 0)).putLong(ServerMicros.of(retention));
        return new WriteScriptCall(RecordScripts.RELEASE, target, argument.array());
    }

    @Override
    protected boolean isWrite(OwnerWrite answer) {
        return answer == OwnerWrite.APPLIED;
    }

    @Override
    protected OwnerWrite read(long now, @Nullable Object reply) {
        if (reply instanceof Long number && number >= 0) {
            return number == 1 ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
        }
        throw RecordBytes.unreadable(id(), "another version");
    }
}
