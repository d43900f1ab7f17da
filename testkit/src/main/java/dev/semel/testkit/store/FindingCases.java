package dev.semel.testkit.store;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.RecordState;
import dev.semel.store.BrowsableStore;
import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class FindingCases extends Cases {

    FindingCases(StoreContract contract) {
        super(contract);
    }

    private BrowsableStore browsable() {
        assumeTrue(store() instanceof BrowsableStore, "the store cannot be browsed");
        return (BrowsableStore) store();
    }

    @Test
    @DisplayName("a record that was never claimed is not found, and looking for it creates none")
    void absentIsNotFound() {
        RecordId id = id();
        assertThat(store().find(id)).isEmpty();
        assertThat(store().find(id)).isEmpty();
        assertThat(store().claim(request(id, LONG)).record().token().epoch()).isEqualTo(1);
    }

    @Test
    @DisplayName("a record is found as it was last written")
    void recordIsFoundAsItIs() {
        RecordId id = id();
        StoredRecord claimed = store().claim(request(id, LONG)).record();
        StoredRecord found = find(id);
        assertThat(found.token()).isEqualTo(claimed.token());
        assertThat(found.createdAt()).isEqualTo(claimed.createdAt());
        assertThat(found.leaseEnd()).isEqualTo(claimed.leaseEnd());
        assertThat(found.fingerprint()).isEqualTo(FINGERPRINT);
        assertThat(found.state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(found.asOf()).isAfterOrEqualTo(claimed.asOf());
    }

    @Test
    @DisplayName("a record that another node wrote is found immediately")
    void otherNodesSeeItImmediately() {
        RecordId id = id();
        settled(id, RETENTION);
        assertThat(contract().anotherNode().find(id)).isPresent();
    }

    private Map<RecordState, RecordId> oneOfEach() throws InterruptedException {
        RecordId abandoned = id();
        abandoned(abandoned);
        RecordId inDoubt = id();
        Token held = store().claim(holding(inDoubt, LONG)).record().token();
        store().release(inDoubt, held, ReleaseAs.ABANDONED, RETENTION);
        RecordId running = id();
        claim(running);
        RecordId released = id();
        store().release(released, claim(released), ReleaseAs.RUNNABLE, RETENTION);
        RecordId completed = id();
        settled(completed, RETENTION);
        RecordId failed = id();
        store().settle(failed, claim(failed), Result.failure("text/plain", new byte[0]), RETENTION);
        settled(id(), Duration.ofMillis(20));
        pass(Duration.ofMillis(20));
        return Map.of(
                RecordState.ABANDONED, abandoned,
                RecordState.IN_DOUBT, inDoubt,
                RecordState.IN_PROGRESS, running,
                RecordState.RELEASED, released,
                RecordState.COMPLETED, completed,
                RecordState.FAILED, failed);
    }

    @Test
    @DisplayName("records are browsed by state, operation and scope, without those past their retention")
    void browseByState() throws InterruptedException {
        BrowsableStore browsable = browsable();
        Map<RecordState, RecordId> ids = oneOfEach();
        Query mine = Query.first(100).withOperation(operation());
        ids.forEach((state, id) -> assertThat(browsable.browse(mine.withState(state)))
                .extracting(StoredRecord::id)
                .containsExactly(id));
        assertThat(browsable.browse(mine)).hasSize(ids.size());
        assertThat(browsable.browse(mine.withScope("scope"))).hasSize(ids.size());
        assertThat(browsable.browse(mine.withScope("unused"))).isEmpty();
    }

    @Test
    @DisplayName("records are counted by state")
    void countByState() throws InterruptedException {
        BrowsableStore browsable = browsable();
        Map<RecordState, Long> oneMoreOfEach =
                Arrays.stream(RecordState.values()).collect(toMap(state -> state, state -> 1L));
        // Records of other tests are counted too. If one of their leases or retentions ends meanwhile, count again.
        Map<RecordState, Long> more = countOneMoreOfEach(browsable);
        for (int tries = 1; tries < 5 && !more.equals(oneMoreOfEach); tries++) {
            more = countOneMoreOfEach(browsable);
        }
        assertThat(more).isEqualTo(oneMoreOfEach);
    }

    private Map<RecordState, Long> countOneMoreOfEach(BrowsableStore browsable) throws InterruptedException {
        pass(contract().shortLease().multipliedBy(2));
        Map<RecordState, Long> before = browsable.countByState();
        oneOfEach();
        Map<RecordState, Long> after = browsable.countByState();
        return Arrays.stream(RecordState.values())
                .collect(
                        toMap(state -> state, state -> after.getOrDefault(state, 0L) - before.getOrDefault(state, 0L)));
    }

    @Test
    @DisplayName("records are browsed page by page, each record once, oldest first")
    void browsePageByPage() {
        BrowsableStore browsable = browsable();
        List<RecordId> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            RecordId id = id();
            claim(id);
            ids.add(id);
        }
        List<StoredRecord> seen = new ArrayList<>();
        Query query = Query.first(3).withOperation(operation());
        for (List<StoredRecord> page = browsable.browse(query); !page.isEmpty(); page = browsable.browse(query)) {
            assertThat(page).hasSizeLessThanOrEqualTo(3);
            seen.addAll(page);
            query = query.withAfter(Position.of(page.get(page.size() - 1)));
        }
        assertThat(seen).extracting(StoredRecord::id).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(seen).extracting(Position::of).isSorted();
    }
}
