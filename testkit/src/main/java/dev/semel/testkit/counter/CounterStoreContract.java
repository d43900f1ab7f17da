package dev.semel.testkit.counter;

import dev.semel.counter.store.CounterStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * The contract that every {@link CounterStore} must pass, as tests. Extend it, implement {@link #openStore}, and run it against a real
 * server:
 *
 * <pre>{@code
 * class MyCounterStoreTest extends CounterStoreContract {
 *     @Override
 *     protected CounterStore openStore() {
 *         return new MyCounterStore(connection);
 *     }
 * }
 * }</pre>
 *
 * <p>Each test uses its own counts, so all tests can share one server and one table. The numbers in the display names, such as {@code E3},
 * are those of {@code docs/proof/guarantees.md}.
 */
public abstract class CounterStoreContract {
    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final List<CounterStore> opened = new ArrayList<>();
    private @Nullable CounterStore store;

    /** Creates the contract. */
    protected CounterStoreContract() {}

    /**
     * Opens a store. A test that needs several nodes calls this method several times; all stores that it returns work on the same counts. The
     * contract closes each of them after the test.
     */
    protected abstract CounterStore openStore();

    /** Returns whether the server deletes expired counts itself, by its own clock, so that a purge finds none. False by default. */
    protected boolean purgesItself() {
        return false;
    }

    final synchronized CounterStore store() {
        if (store == null) {
            store = anotherNode();
        }
        return store;
    }

    final synchronized CounterStore anotherNode() {
        CounterStore next = openStore();
        opened.add(next);
        return next;
    }

    /** Returns a name that distinguishes the counts of this test from those of all others. */
    final String run() {
        return run;
    }

    @AfterEach
    void closeStores() {
        opened.forEach(CounterStore::close);
    }

    @Nested
    @DisplayName("adding")
    class Adding extends AddingCases {
        Adding() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("windows")
    class Windows extends WindowCases {
        Windows() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("limits and unknown subjects")
    class Limits extends LimitCases {
        Limits() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("several counters together")
    class Together extends TogetherCases {
        Together() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("once under a key")
    class Once extends OnceCases {
        Once() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("taking back")
    class TakingBack extends TakingBackCases {
        TakingBack() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("sessions")
    class Sessions extends SessionCases {
        Sessions() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("races")
    class Races extends RaceCases {
        Races() {
            super(CounterStoreContract.this);
        }
    }

    @Nested
    @DisplayName("counters on the store")
    class OnIt extends CounterCases {
        OnIt() {
            super(CounterStoreContract.this);
        }
    }
}
