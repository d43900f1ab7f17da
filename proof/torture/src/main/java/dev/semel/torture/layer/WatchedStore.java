package dev.semel.torture.layer;

import dev.semel.Fingerprint;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.RecordingStore;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Point;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.Values;

/** Writes the calls of the engine and the answers of the store into the journal, and reaches the points before and after each call. */
public final class WatchedStore extends RecordingStore {
    private final Journal journal;
    private final Points points;

    public WatchedStore(Store target, Journal journal, Points points) {
        super(target, journal);
        this.journal = journal;
        this.points = points;
    }

    @Override
    protected void before(StoreCall call) {
        switch (call) {
            case CLAIM -> points.reach(Point.BEFORE_CLAIM);
            case RENEW -> {
                points.reach(Point.BEFORE_RENEWAL);
                points.reach(Point.DURING_RENEWAL);
            }
            case SETTLE -> points.reach(Point.BEFORE_SETTLEMENT);
            case RELEASE -> points.reach(Point.BEFORE_RELEASE);
            default -> {}
        }
    }

    @Override
    protected void after(StoreCall call) {
        switch (call) {
            case CLAIM -> points.reach(Point.AFTER_CLAIM);
            case RENEW -> points.reach(Point.AFTER_RENEWAL);
            case SETTLE -> points.reach(Point.AFTER_SETTLEMENT);
            case RELEASE -> points.reach(Point.AFTER_RELEASE);
            default -> {}
        }
    }

    /** A server whose memory is full may refuse claims, and nothing of an owner. */
    @Override
    protected void failed(RecordId id, Token token, RuntimeException failure) {
        if (String.valueOf(failure.getMessage()).contains("OOM command not allowed")) {
            journal.write(Kind.OUT_OF_MEMORY, nameOf(id), "n", token.nonce(), "e", token.epoch());
        }
    }

    @Override
    protected String request(Fingerprint fingerprint) {
        return Values.request(fingerprint);
    }

    @Override
    protected String hash(Result result) {
        return Values.hash(result);
    }
}
