package dev.semel.testkit.store;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The contract that every store must pass, as tests. Extend it, implement {@link #openStore}, and run it against a real server:
 *
 * <pre>{@code
 * class MyStoreTest extends StoreContract {
 *     @Override
 *     protected Store openStore() {
 *         return new MyStore(server.address());
 *     }
 * }
 * }</pre>
 *
 * <p>Each test uses its own records, so all tests can share one server and one table. By default time passes by sleeping. A store whose
 * clock the test holds overrides {@link #passTime} and {@link #hasExactTime}. The remaining methods declare what the store cannot do or
 * does differently. The numbers in the display names, such as {@code A20}, are those of {@code docs/proof/guarantees.md}.
 */
public abstract class StoreContract {
    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final List<Store> opened = new ArrayList<>();
    private @Nullable Store store;

    /** Creates the contract. */
    protected StoreContract() {}

    /**
     * Opens a store. A test that needs several nodes calls this method several times; all stores that it returns work on the same
     * records. The contract closes each of them after the test.
     */
    protected abstract Store openStore();

    /** Lets time pass for the store. By default this method sleeps. */
    protected void passTime(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** Returns whether time stands still between two calls of {@link #passTime}, as on a clock that the test holds. False by default. */
    protected boolean hasExactTime() {
        return false;
    }

    /** Returns a lease that a test can wait out: long enough for a few calls to the store, short enough to sleep. Defaults to 250 ms. */
    protected Duration shortLease() {
        return Duration.ofMillis(250);
    }

    /** Returns the size in bytes of the largest result that the store keeps, or empty (the default) if it has no such limit. */
    protected Optional<Integer> resultLimit() {
        return Optional.empty();
    }

    /** Returns whether the server deletes expired records itself, so that a purge finds none. False by default. */
    protected boolean purgesItself() {
        return false;
    }

    /**
     * Changes a stored record so that it appears to have been written by a newer, unknown version.
     *
     * @return false (the default) if the store's records have no version, as in memory; the tests that need one are then skipped
     */
    protected boolean makeUnreadable(RecordId id) {
        return false;
    }

    /**
     * Changes the bytes of a stored result, and nothing else, without using the store, as a failing disk would.
     *
     * @param change returns the bytes that replace the stored ones
     * @return false (the default) if the results of this store cannot be damaged, as in memory; the tests that need it are then skipped
     */
    protected boolean damageResult(RecordId id, UnaryOperator<byte[]> change) {
        return false;
    }

    final synchronized Store store() {
        if (store == null) {
            store = anotherNode();
        }
        return store;
    }

    final synchronized Store anotherNode() {
        Store next = openStore();
        opened.add(next);
        return next;
    }

    /** Returns a name that distinguishes the records of this test from those of all others. */
    final String run() {
        return run;
    }

    @AfterEach
    void closeStores() {
        opened.forEach(Store::close);
    }

    @Nested
    @DisplayName("claiming")
    class Claiming extends ClaimingCases {
        Claiming() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("taking over")
    class TakingOver extends TakingOverCases {
        TakingOver() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("another fingerprint")
    class Mismatching extends MismatchCases {
        Mismatching() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("renewing")
    class Renewing extends RenewingCases {
        Renewing() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("settling")
    class Settling extends SettlingCases {
        Settling() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("releasing")
    class Releasing extends ReleasingCases {
        Releasing() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("retention and purge")
    class Retaining extends RetentionCases {
        Retaining() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("identity")
    class Identity extends IdentityCases {
        Identity() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("finding and browsing")
    class Finding extends FindingCases {
        Finding() {
            super(StoreContract.this);
        }
    }

    @Nested
    @DisplayName("damaged results")
    class Damaged extends DamageCases {
        Damaged() {
            super(StoreContract.this);
        }
    }

    @Nested
    @Tag("engine")
    @DisplayName("operations on the store")
    class Operations extends OperationCases {
        Operations() {
            super(StoreContract.this);
        }
    }

    @Nested
    @Tag("engine")
    @DisplayName("operations on the store under faults")
    class Trouble extends TroubleCases {
        Trouble() {
            super(StoreContract.this);
        }
    }
}
