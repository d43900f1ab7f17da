package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.jdbc.batch.Sender;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Claims and settlements of several callers in one batch whose connection may be lost. */
final class LostBatch {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final LeaseTerms TERMS = new LeaseTerms(LONG, LONG);

    private final JdbcStore store;
    private final List<ClaimRequest> claims = new ArrayList<>();
    private final List<ClaimRequest> owned = new ArrayList<>();
    private final List<Token> tokens = new ArrayList<>();
    private final ClaimRequest strangers;

    LostBatch(JdbcStore store, String run) {
        this.store = store;
        for (int i = 0; i < 4; i++) {
            claims.add(request(new RecordId("lost.batch", run, "claim-" + i)));
            owned.add(request(new RecordId("lost.batch", run, "owned-" + i)));
            tokens.add(
                    ((ClaimResult.Claimed) store.claim(owned.get(i))).record().token());
        }
        strangers = request(new RecordId("lost.batch", run, "stranger"));
        store.claim(strangers);
    }

    private static ClaimRequest request(RecordId id) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Nonce nonce = new Nonce(random.nextLong(), random.nextLong());
        return new ClaimRequest(id, Fingerprint.ofParts("request"), () -> nonce, TERMS, true);
    }

    private record Calls(List<ClaimCall> claims, List<WriteCall> settlements, WriteCall strangers) {
        List<Call<?>> all() {
            List<Call<?>> all = new ArrayList<>(claims);
            all.addAll(settlements);
            all.add(strangers);
            return all;
        }
    }

    private Calls calls() {
        List<WriteCall> settlements = new ArrayList<>();
        for (int i = 0; i < owned.size(); i++) {
            settlements.add(WriteCall.settlement(owned.get(i).id(), tokens.get(i), result(i), LONG));
        }
        WriteCall stranger = WriteCall.settlement(strangers.id(), tokens.get(0), result(99), LONG);
        return new Calls(claims.stream().map(ClaimCall::new).toList(), settlements, stranger);
    }

    private static Result result(int number) {
        return Result.value("text/plain", ("receipt " + number).getBytes(StandardCharsets.UTF_8));
    }

    /** Sends all calls, and checks the answers of those that got one. */
    void send(Sender sender) {
        Calls calls = calls();
        sender.send(calls.all());
        for (Call<?> call : calls.all()) {
            if (call.isDone()) {
                try {
                    check(call, calls);
                } catch (StoreException e) {
                    assertThatThrownBy(call::get).isInstanceOf(StoreException.class);
                }
            }
        }
    }

    /** Sends all calls until each is answered, and checks the answers, although the connection of the batch was lost. */
    void sendAnyway(Sender sender) {
        Calls calls = calls();
        sender.send(calls.all());
        for (Call<?> call : calls.all()) {
            sender.sendAlone(call);
            check(call, calls);
        }
    }

    /** Sends the same nonces and tokens again: each caller is recognised as the owner, or its result is stored. */
    void sendAgain(Sender sender) {
        Calls calls = calls();
        for (Call<?> call : calls.all()) {
            sender.sendAlone(call);
            check(call, calls);
        }
        for (int i = 0; i < owned.size(); i++) {
            assertThat(store.find(owned.get(i).id()).orElseThrow().result()).isEqualTo(result(i));
        }
        assertThat(store.find(strangers.id()).orElseThrow().result()).isNull();
    }

    private static void check(Call<?> call, Calls calls) {
        Object answer = call.get();
        if (call instanceof ClaimCall claim) {
            assertThat(answer).isInstanceOfSatisfying(ClaimResult.Claimed.class, claimed -> {
                assertThat(claimed.record().token())
                        .isEqualTo(new Token(1, claim.request().nonce()));
                assertThat(claimed.record().attempt()).isEqualTo(1);
            });
        } else {
            assertThat(answer).isEqualTo(call == calls.strangers() ? OwnerWrite.LEASE_LOST : OwnerWrite.APPLIED);
        }
    }
}
