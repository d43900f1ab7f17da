package dev.semel.jdbc.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Rows;
import dev.semel.jdbc.Sent;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.database.Dialects;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that travel in one batch. Each must be answered as if it were sent alone, whatever share of replays the store expects. */
abstract class BatchContract {
    static final Duration LONG = Duration.ofMinutes(5);
    private static final Fingerprint FINGERPRINT = Fingerprint.ofParts("request");

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final Sent sent = new Sent();
    private JdbcStore store;
    private Dialect dialect;
    private Sender sender;

    abstract DataSource pool();

    /** Returns whether the database refuses an identity that is longer than the column. */
    boolean limitsLengths() {
        return true;
    }

    @BeforeEach
    void open() throws SQLException {
        store = JdbcStore.builder(pool()).createSchema(true).combining(0).build();
        Connections connections = new PoolConnections(sent.through(pool()));
        dialect = connections.forWriting(c -> Dialects.of(c, "semel_record"));
        sender = new Sender(connections, dialect);
    }

    @AfterEach
    void allThatWasSentIsListed() {
        sent.assertListed(dialect.name());
    }

    private RecordId id(String key) {
        return new RecordId("batch", run, key);
    }

    private static Nonce nonce() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new Nonce(random.nextLong(), random.nextLong());
    }

    private ClaimCall claim(String key, Duration lease, boolean takeOver) {
        return new ClaimCall(new ClaimRequest(
                id(key), FINGERPRINT, BatchContract::nonce, new LeaseTerms(lease, takeOver ? LONG : null), takeOver));
    }

    private ClaimCall claim(String key) {
        return claim(key, LONG, true);
    }

    /** Claims a record, and returns the owner's token. */
    private Token owned(String key) {
        return owned(key, LONG);
    }

    private Token owned(String key, Duration lease) {
        return ((ClaimResult.Claimed) store.claim(claim(key, lease, true).request()))
                .record()
                .token();
    }

    private static Result result(String text) {
        return Result.value("text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    private WriteCall settlement(String key, Token token, String text) {
        return WriteCall.settlement(id(key), token, result(text), LONG);
    }

    private StoredRecord found(String key) {
        return store.find(id(key)).orElseThrow();
    }

    @Test
    @DisplayName("A7 of the settlements in a batch only those with the record's token are applied")
    void settlementsNeedTheirToken() {
        Token right = owned("right");
        Token epoch = owned("epoch");
        Token nonce = owned("nonce");
        WriteCall applied = settlement("right", right, "mine");
        WriteCall otherEpoch = settlement("epoch", new Token(epoch.epoch() + 1, epoch.nonce()), "stranger");
        WriteCall otherNonce = settlement("nonce", new Token(nonce.epoch(), nonce()), "stranger");
        WriteCall absent = settlement("absent", right, "stranger");
        sender.send(List.of(otherNonce, applied, absent, otherEpoch));
        assertThat(applied.get()).isEqualTo(OwnerWrite.APPLIED);
        assertThat(List.of(otherEpoch.get(), otherNonce.get(), absent.get())).containsOnly(OwnerWrite.LEASE_LOST);
        assertThat(found("right").result()).isEqualTo(result("mine"));
        assertThat(found("epoch").result()).isNull();
        assertThat(found("nonce").result()).isNull();
        assertThat(store.find(id("absent"))).isEmpty();
    }

    @Test
    @DisplayName("A20 settlements sent again in a batch are confirmed and change nothing")
    void settlementsAreIdempotent() {
        WriteCall one = settlement("one", owned("one"), "first");
        WriteCall two = settlement("two", owned("two"), "first");
        sender.send(List.of(one, two));
        StoredRecord before = found("one");
        WriteCall again = settlement("one", one.token(), "second");
        WriteCall other = settlement("two", two.token(), "second");
        sender.send(List.of(again, other));
        assertThat(List.of(again.get(), other.get())).containsOnly(OwnerWrite.APPLIED);
        assertThat(found("one").result()).isEqualTo(result("first"));
        assertThat(found("one").expiresAt()).isEqualTo(before.expiresAt());
        assertThat(found("two").result()).isEqualTo(result("first"));
    }

    @Test
    @DisplayName("all kinds of owners' writes travel together")
    void kindsOfWrites() {
        Token renewed = owned("renewed", Duration.ofSeconds(30));
        Token late = owned("late");
        WriteCall renewal = WriteCall.renewal(id("renewed"), renewed, new LeaseTerms(LONG, LONG));
        WriteCall release = WriteCall.release(id("released"), owned("released"), ReleaseAs.RUNNABLE, LONG);
        WriteCall abandonment = WriteCall.release(id("abandoned"), owned("abandoned"), ReleaseAs.ABANDONED, LONG);
        WriteCall settlement = settlement("late", late, "result");
        sender.send(List.of(renewal, release, abandonment, settlement));
        assertThat(List.of(renewal.get(), release.get(), abandonment.get(), settlement.get()))
                .containsOnly(OwnerWrite.APPLIED);
        assertThat(Duration.between(found("renewed").asOf(), found("renewed").leaseEnd()))
                .isBetween(Duration.ofMinutes(4), LONG);
        assertThat(Duration.between(found("renewed").asOf(), found("renewed").expiresAt()))
                .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
        WriteCall tooLate = WriteCall.renewal(id("late"), late, new LeaseTerms(LONG, LONG));
        WriteCall released = settlement("released", release.token(), "no longer mine");
        sender.send(List.of(tooLate, released));
        assertThat(List.of(tooLate.get(), released.get())).containsOnly(OwnerWrite.LEASE_LOST);
        assertThat(((ClaimResult.Claimed) store.claim(claim("released").request())).tookOver())
                .isFalse();
        assertThat(((ClaimResult.Claimed) store.claim(claim("abandoned").request())).tookOver())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 100})
    @DisplayName("every claim in a batch gets its own answer, beside owners' writes")
    void mixed(int replays) throws Exception {
        dialect.replays().pin(replays);
        store.settle(id("settled"), owned("settled"), result("receipt"), LONG);
        store.settle(id("over"), owned("over"), result("receipt"), Duration.ofMillis(1));
        Token busy = owned("busy");
        Token gone = owned("gone", Duration.ofMillis(1));
        owned("doubt", Duration.ofMillis(1));
        owned("newer");
        makeUnreadable("newer");
        Thread.sleep(20);
        ClaimCall mismatch = new ClaimCall(new ClaimRequest(
                id("busy"), Fingerprint.ofParts("other"), BatchContract::nonce, new LeaseTerms(LONG, LONG), true));
        WriteCall settlement = settlement("mine", owned("mine"), "mine");
        WriteCall stolen = settlement("lost", new Token(owned("lost").epoch() + 1, nonce()), "stranger");
        Result failure = Result.of(Result.Kind.FAILURE, "text/plain", new byte[] {1});
        WriteCall failed = WriteCall.settlement(id("failed"), owned("failed"), failure, LONG);
        List<ClaimCall> claims = List.of(
                claim("new"),
                claim("settled"),
                claim("over"),
                claim("busy"),
                claim("gone"),
                claim("doubt", LONG, false),
                claim("newer"));
        List<Call<?>> all = new ArrayList<>(claims);
        all.addAll(List.of(settlement, mismatch, stolen, failed));
        for (int sent = 0; !all.stream().allMatch(Call::isDone); sent++) {
            assertThat(sent).as("times that a batch was sent").isLessThan(3);
            sender.send(all.stream().filter(call -> !call.isDone()).toList());
        }
        assertThat(settlement.get()).isEqualTo(OwnerWrite.APPLIED);
        assertThat(found("mine").result()).isEqualTo(result("mine"));
        assertThat(stolen.get()).isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(found("lost").result()).isNull();
        assertThat(failed.get()).isEqualTo(OwnerWrite.APPLIED);
        assertThat(found("failed").state()).isEqualTo(RecordState.FAILED);
        assertThat(claims.get(0).get()).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(found("new"))
                .usingRecursiveComparison()
                .ignoringFields("asOf")
                .isEqualTo(claims.get(0).get().record());
        assertThat(claims.get(1).get()).isInstanceOf(ClaimResult.Settled.class);
        assertThat(claims.get(2).get()).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(claims.get(3).get())
                .isInstanceOfSatisfying(
                        ClaimResult.Busy.class,
                        answer -> assertThat(answer.record().token()).isEqualTo(busy));
        assertThat(claims.get(4).get()).isInstanceOfSatisfying(ClaimResult.Claimed.class, answer -> {
            assertThat(answer.tookOver()).isTrue();
            assertThat(answer.record().token().epoch()).isEqualTo(gone.epoch() + 1);
        });
        assertThat(claims.get(5).get()).isInstanceOf(ClaimResult.InDoubt.class);
        assertThatThrownBy(claims.get(6)::get).isInstanceOf(UnreadableRecordException.class);
        assertThat(mismatch.get()).isInstanceOf(ClaimResult.Mismatch.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 100})
    @DisplayName("A29 a damaged row harms no other call in its batch")
    void damagedRows(int replays) throws SQLException {
        dialect.replays().pin(replays);
        Map<String, Object> damages = Map.of("state", 7, "epoch", 0, "media_type", "text/html", "checksum", 1);
        try (Connection connection = pool().getConnection()) {
            for (String column : damages.keySet()) {
                store.settle(id(column), owned(column), result("receipt"), LONG);
                Rows.write(connection, id(column), column, damages.get(column));
            }
            store.settle(id("bytes"), owned("bytes"), result("receipt"), LONG);
            Rows.write(connection, id("bytes"), "result", new byte[] {1});
            // One flipped bit of the state makes it look runnable.
            store.settle(id("released"), owned("released"), result("receipt"), LONG);
            Rows.write(connection, id("released"), "state", 2);
        }
        store.settle(id("whole"), owned("whole"), result("receipt"), LONG);
        List<ClaimCall> damaged = new ArrayList<>();
        damages.keySet().forEach(column -> damaged.add(claim(column)));
        damaged.addAll(List.of(claim("bytes"), claim("released"), claim("bytes")));
        ClaimCall whole = claim("whole");
        ClaimCall fresh = claim("fresh");
        WriteCall settlement = settlement("mine", owned("mine"), "mine");
        List<Call<?>> all = new ArrayList<>(damaged);
        all.addAll(List.of(whole, settlement, fresh));
        for (int sent = 0; !all.stream().allMatch(Call::isDone); sent++) {
            assertThat(sent).as("times that a batch was sent").isLessThan(3);
            sender.send(all.stream().filter(call -> !call.isDone()).toList());
        }
        for (ClaimCall claim : damaged) {
            assertThatThrownBy(claim::get)
                    .as(claim.id().key())
                    .isInstanceOf(UnreadableRecordException.class)
                    .hasMessageContaining(claim.id().toString());
        }
        assertThat(whole.get().record().result()).isEqualTo(result("receipt"));
        assertThat(fresh.get()).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(settlement.get()).isEqualTo(OwnerWrite.APPLIED);
        assertThat(found("mine").result()).isEqualTo(result("mine"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    @DisplayName("settlements of many media types and retentions are applied, each to its record")
    void manyGroups(int groups) {
        List<WriteCall> settlements = new ArrayList<>();
        for (int i = 0; i < 2 * groups; i++) {
            Duration retention = LONG.plusSeconds(i % groups);
            settlements.add(WriteCall.settlement(id("group " + i), owned("group " + i), number(i, groups), retention));
        }
        sender.send(settlements);
        for (int i = 0; i < 2 * groups; i++) {
            assertThat(settlements.get(i).get()).isEqualTo(OwnerWrite.APPLIED);
            assertThat(found("group " + i).state()).isEqualTo(RecordState.COMPLETED);
            assertThat(found("group " + i).result()).isEqualTo(number(i, groups));
        }
    }

    private static Result number(int number, int groups) {
        return Result.value("text/x-" + number % groups, new byte[] {(byte) number});
    }

    @Test
    @DisplayName("A2 of many claims of one record in a batch one is granted")
    void oneOwner() {
        List<ClaimCall> claims = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            claims.add(claim("hot-" + i % 2));
        }
        sender.send(claims);
        assertThat(claims.stream().filter(claim -> claim.get() instanceof ClaimResult.Claimed))
                .hasSize(2);
        assertThat(claims.stream().filter(claim -> claim.get() instanceof ClaimResult.Busy))
                .hasSize(18);
    }

    @Test
    @DisplayName("a call that the database refuses harms no other call in its batch")
    void aBadCallHarmsOnlyItself() {
        ClaimCall bad = new ClaimCall(new ClaimRequest(
                new RecordId("batch", "x".repeat(1_000), "bad"),
                FINGERPRINT,
                BatchContract::nonce,
                new LeaseTerms(LONG, LONG),
                true));
        ClaimCall good = claim("good");
        WriteCall write = settlement("owned", owned("owned"), "receipt");
        sender.send(List.of(bad, good, write));
        assertThat(good.get()).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(write.get()).isEqualTo(OwnerWrite.APPLIED);
        if (limitsLengths()) {
            assertThatThrownBy(bad::get).isInstanceOf(StoreException.class);
        }
    }

    private void makeUnreadable(String key) throws SQLException {
        try (Connection connection = pool().getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE semel_record SET format = 2 WHERE digest = ?")) {
            update.setBytes(1, id(key).digest());
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }
}
