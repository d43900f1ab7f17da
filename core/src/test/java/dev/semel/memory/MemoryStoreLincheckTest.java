package dev.semel.memory;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Concurrent operations on one record must look as if they had run one after another. */
@DisplayName("the memory store under Lincheck")
@Param(name = "nonce", gen = IntGen.class, conf = "1:2")
@Param(name = "epoch", gen = IntGen.class, conf = "1:2")
public class MemoryStoreLincheckTest {
    private static final RecordId ID = new RecordId("op", "", "k");
    private static final Fingerprint FINGERPRINT = Fingerprint.ofText("r");
    private static final LeaseTerms TERMS = new LeaseTerms(Duration.ofMinutes(1), Duration.ofHours(1));
    private static final Duration RETENTION = Duration.ofHours(1);

    private final MemoryStore store =
            MemoryStore.builder().clock(() -> Instant.EPOCH).maxRecords(10).build();

    private static Token token(int epoch, int nonce) {
        return new Token(epoch, new Nonce(0, nonce));
    }

    @Operation
    public String claim(@Param(name = "nonce") int nonce) {
        ClaimResult result = store.claim(new ClaimRequest(ID, FINGERPRINT, () -> new Nonce(0, nonce), TERMS, true));
        return result.getClass().getSimpleName() + result.record().token();
    }

    @Operation
    public String renew(@Param(name = "epoch") int epoch, @Param(name = "nonce") int nonce) {
        return store.renew(ID, token(epoch, nonce), TERMS).name();
    }

    @Operation
    public String settle(@Param(name = "epoch") int epoch, @Param(name = "nonce") int nonce) {
        return store.settle(ID, token(epoch, nonce), Result.value("t", new byte[] {(byte) nonce}), RETENTION)
                .name();
    }

    @Operation
    public String release(@Param(name = "epoch") int epoch, @Param(name = "nonce") int nonce) {
        return store.release(ID, token(epoch, nonce), ReleaseAs.RUNNABLE, RETENTION)
                .name();
    }

    @Operation
    public String find() {
        return store.find(ID)
                .map(record -> record.state() + " " + record.token())
                .orElse("absent");
    }

    @Test
    @DisplayName("is linearizable in all interleavings tried")
    void modelChecking() {
        // Nothing runs before the threads start: a first claim there would hide what happens when they race for it.
        new ModelCheckingOptions()
                .iterations(6)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1)
                // A claim checks its stack by going 60 calls deep.
                .recursionBound(100)
                .check(getClass());
    }

    @Test
    @DisplayName("is linearizable on threads that run freely")
    void stress() {
        new StressOptions()
                .iterations(5)
                .invocationsPerIteration(2_000)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1)
                .check(getClass());
    }
}
