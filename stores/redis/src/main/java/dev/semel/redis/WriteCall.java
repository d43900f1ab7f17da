package dev.semel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An owner's write on its way: a renewal, a settlement or a release. */
final class WriteCall extends RecordCall<OwnerWrite> {
    private static final int TOKEN = 24;

    private WriteCall(Script script, Target target, byte[] ask) {
        super(script, target.id, target.keys.of(target.id), ask);
    }

    /** What is written to, and as whom. */
    record Target(RecordId id, Keys keys, Token token) {
        private void putToken(ByteBuffer ask) {
            ask.putLong(token.nonce().high()).putLong(token.nonce().low()).putLong(token.epoch());
        }
    }

    static WriteCall renewal(Target target, LeaseTerms terms) {
        ByteBuffer ask = ByteBuffer.allocate(TOKEN + 1 + 8 + 8);
        target.putToken(ask);
        ClaimCall.putTerms(ask, terms, false);
        return new WriteCall(Script.RENEW, target, ask.array());
    }

    static WriteCall settlement(Target target, Result result, Duration retention) {
        byte[] mediaType = result.mediaType().getBytes(UTF_8);
        if (mediaType.length > 0xFFFF) {
            throw new IllegalArgumentException("a media type has at most 65535 bytes, not " + mediaType.length);
        }
        ByteBuffer ask = ByteBuffer.allocate(TOKEN + 1 + 8 + 4 + 2 + mediaType.length + result.size());
        target.putToken(ask);
        boolean value = result.kind() == Result.Kind.VALUE;
        ask.put((byte) (value ? RecordLayout.COMPLETED : RecordLayout.FAILED)).putLong(Micros.of(retention));
        ask.putInt(result.checksum(target.id));
        ask.putShort((short) mediaType.length).put(mediaType).put(result.bytes());
        return new WriteCall(Script.SETTLE, target, ask.array());
    }

    static WriteCall release(Target target, ReleaseAs as, Duration retention) {
        ByteBuffer ask = ByteBuffer.allocate(TOKEN + 1 + 8);
        target.putToken(ask);
        ask.put((byte) (as == ReleaseAs.RUNNABLE ? 1 : 0)).putLong(Micros.of(retention));
        return new WriteCall(Script.RELEASE, target, ask.array());
    }

    @Override
    protected OwnerWrite read(long now, @Nullable Object reply) {
        if (reply instanceof Long number && number >= 0) {
            return number == 1 ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
        }
        throw Entry.unreadable(id(), "another one");
    }
}
