package dev.semel.testkit;

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
 * What every store must do, as tests. Extend it, say how to open the store, and run it against the real thing:
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
 * <p>Every test uses records of its own, so all may share one table, and one server may serve all tests. A store on a server's clock lets
 * real time pass; one on a clock that the test holds overrides {@link #passTime} and {@link #hasExactTime}. The numbers in the names are
 * those of the project's list of behaviours.
 */
public abstract class StoreContract {
    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final List<Store> opened = new ArrayList<>();
    private @Nullable Store store;

    /**
     * Opens a store. Called more than once in a test that needs several nodes: all that it returns work on the same records. Each is
     * closed after the test.
     */
    protected abstract Store openStore();

    /** Lets time pass for the store. Sleeps by default. */
    protected void passTime(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** Whether time stands still between two calls of {@link #passTime}. False by default; true for a clock that the test holds. */
    protected boolean hasExactTime() {
        return false;
    }

    /** A lease that a test can wait out. 250 ms by default: long enough for a few calls to the store, short enough to sleep. */
    protected Duration shortLease() {
        return Duration.ofMillis(250);
    }

    /** The largest result that the store keeps, in bytes, if it has such a limit. None by default. */
    protected Optional<Integer> resultLimit() {
        return Optional.empty();
    }

    /** Whether the store's server deletes what is over, so that a purge finds nothing to do. False by default. */
    protected boolean purgesItself() {
        return false;
    }

    /**
     * Makes the stored record one that a newer version has written.
     *
     * @return false if records of this store have no version, as those of a store that lives in memory only; the default
     */
    protected boolean makeUnreadable(RecordId id) {
        return false;
    }

    /**
     * Changes the bytes of a stored result behind the store's back, and nothing else, as a disk that fails would.
     *
     * @param change gives the bytes to put in the place of those that are there
     * @return false if nothing can come between such a store and its results, as in one that lives in memory only; the default
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

    /** Tells the records of this test from those of all others. */
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
    @DisplayName("operations on it")
    class Operations extends OperationCases {
        Operations() {
            super(StoreContract.this);
        }
    }

    @Nested
    @Tag("engine")
    @DisplayName("operations on it when things go wrong")
    class Trouble extends TroubleCases {
        Trouble() {
            super(StoreContract.this);
        }
    }
}
