package dev.semel.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class IdentityCases extends Cases {

    IdentityCases(StoreContract contract) {
        super(contract);
    }

    private void assertIndependent(RecordId one, RecordId other) {
        settled(one, RETENTION);
        assertThat(store().find(other)).isEmpty();
        assertThat(store().claim(request(other, LONG))).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(store().claim(request(one, LONG))).isInstanceOf(ClaimResult.Settled.class);
    }

    @Test
    @DisplayName("A13 one key under two operations is two records")
    void operationsAreIndependent() {
        assertIndependent(
                new RecordId(operation() + ".a", "scope", "key"), new RecordId(operation() + ".b", "scope", "key"));
    }

    @Test
    @DisplayName("A13 one key in two scopes is two records")
    void scopesAreIndependent() {
        assertIndependent(new RecordId(operation(), "alice", "key"), new RecordId(operation(), "bob", "key"));
    }

    @Test
    @DisplayName("A13 the empty scope is a separate scope")
    void noScopeIsItsOwn() {
        assertIndependent(new RecordId(operation(), "", "no-scope"), new RecordId(operation(), "x", "no-scope"));
    }

    @Test
    @DisplayName("A13 (\"a\", \"bc\") and (\"ab\", \"c\") are two records")
    void bordersCount() {
        assertIndependent(new RecordId(operation(), "a", "bc"), new RecordId(operation(), "ab", "c"));
        assertIndependent(new RecordId(operation(), "a:", "b"), new RecordId(operation(), "a", ":b"));
        assertIndependent(new RecordId(operation(), "a/b", "c"), new RecordId(operation(), "a", "b/c"));
        assertIndependent(new RecordId(operation(), "a|", "|b"), new RecordId(operation(), "a||", "b"));
    }

    @Test
    @DisplayName("A13 case is significant")
    void caseCounts() {
        assertIndependent(new RecordId(operation(), "s", "Key"), new RecordId(operation(), "s", "key"));
    }

    @Test
    @DisplayName("A13 trailing blanks are significant")
    void blanksCount() {
        assertIndependent(new RecordId(operation(), "s", "blank"), new RecordId(operation(), "s", "blank "));
    }

    @Test
    @DisplayName("A13 characters that look alike are different")
    void lookalikesAreDifferent() {
        assertIndependent(new RecordId(operation(), "s", "caf\u00e9"), new RecordId(operation(), "s", "cafe\u0301"));
        assertIndependent(new RecordId(operation(), "s", "stra\u00dfe"), new RecordId(operation(), "s", "strasse"));
    }

    @Test
    @DisplayName("A13 any characters and the greatest lengths are returned unchanged")
    void anyCharacters() {
        List<RecordId> ids = List.of(
                new RecordId(operation(), "tenant-\uD83D\uDE00", "'; DROP TABLE records; --"),
                new RecordId(operation(), "%_\\\"`{}[]", "a*b?c:d{e}"),
                new RecordId(operation(), "s".repeat(512), "k".repeat(255)),
                new RecordId(operation(), "\u4e2d\u6587", "\u0645\u0641\u062a\u0627\u062d"));
        for (RecordId id : ids) {
            settled(id, RETENTION);
            StoredRecord found = find(id);
            assertThat(found.id()).isEqualTo(id);
            assertThat(result(found)).isEqualTo(RESULT);
        }
    }
}
