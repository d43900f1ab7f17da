package dev.semel.http.guard;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.InvalidKeyException;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.http.Answer;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.Exchange;
import dev.semel.http.Header;
import dev.semel.http.Problem;
import dev.semel.http.reply.Replies;
import dev.semel.http.status.StatusAddress;
import dev.semel.http.status.WaitPreference;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The entrance of a status address. Only a caller that could have sent the request sees its status; to any other caller the key does not exist. The
 * answer to HEAD is that to GET, whose body servers leave out. A caller that prefers to wait gets its answer when the request has ended.
 *
 * @param path the canonical path of the address
 * @param mount the mount of the application in the path that was sent
 */
record StatusEntrance(StatusDesk desk, String path, String mount) implements Entrance {
    /** What is left for sending the answer before the platform terminates the request. */
    private static final Duration FOR_SENDING = Duration.ofSeconds(1);

    /** The request of an address, which the asking caller could have sent. */
    private record Asked(GuardedRoute route, StatusAddress address, RecordId id) {}

    @Override
    public Optional<String> operation() {
        return Optional.empty();
    }

    @Override
    public boolean threadBound() {
        return false;
    }

    @Override
    public OptionalInt requestLimit(Exchange exchange) {
        return OptionalInt.empty();
    }

    @Override
    public Entry enter(Exchange exchange) {
        LongPoll.Look now = safely(() -> desk.addresses()
                .find(path)
                .flatMap(address -> asked(exchange, address))
                .map(this::look)
                .orElseGet(() -> new LongPoll.Look(unknown(), null)));
        Supplier<LongPoll.Look> again = now.again();
        Duration wait = again == null ? Duration.ZERO : longestWait(exchange);
        if (again == null || wait.isZero()) {
            return new Entry.Send(now.answer());
        }
        Waiters.Place place = desk.waiters().enter(exchange.holdsThread());
        return place.mayWait() ? new LongPoll(desk.time(), place, wait).start(again) : new Entry.Send(now.answer());
    }

    private Optional<Asked> asked(Exchange exchange, StatusAddress address) {
        return desk.routes().stream()
                .filter(route -> route.operationName().equals(address.operation()))
                .findFirst()
                .flatMap(route -> route.idFor(exchange, address).map(id -> new Asked(route, address, id)));
    }

    /** Returns how long this caller waits, in whole seconds; zero if it does not want to. */
    private Duration longestWait(Exchange exchange) {
        Duration wait = WaitPreference.of(exchange.header("Prefer")).orElse(Duration.ZERO);
        Duration timeLeft = exchange.timeLeft();
        for (Duration most : timeLeft == null
                ? List.of(desk.longestWait())
                : List.of(desk.longestWait(), timeLeft.minus(FOR_SENDING))) {
            wait = wait.compareTo(most) > 0 ? most : wait;
        }
        return Duration.ofSeconds(Math.max(0, wait.toSeconds()));
    }

    private LongPoll.Look safely(Supplier<LongPoll.Look> look) {
        try {
            return look.get();
        } catch (InvalidKeyException | IllegalArgumentException e) {
            return new LongPoll.Look(unknown(), null);
        } catch (StoreException e) {
            return new LongPoll.Look(
                    desk.dialogue().answer(Problem.STORE_UNAVAILABLE.refusal("Ask again later.")), null);
        } catch (UnreadableRecordException e) {
            return new LongPoll.Look(Replies.to(e, false, desk.dialogue()), null);
        }
    }

    /** Looks at the record once. A transaction that is open shows none. */
    private LongPoll.Look look(Asked asked) {
        Optional<StoredRecord> record = desk.store().find(asked.id());
        boolean isRunning = record.map(each -> each.state() == RecordState.IN_PROGRESS)
                .orElse(asked.route().threadBound());
        Answer answer = record.map(each -> describe(each, asked)).orElseGet(this::unknown);
        return new LongPoll.Look(answer, isRunning ? () -> safely(() -> look(asked)) : null);
    }

    private Answer unknown() {
        return desk.dialogue()
                .answer(Problem.UNKNOWN_KEY.refusal(
                        "It was never used here, its record has expired, or its transaction has not ended."));
    }

    private Answer describe(StoredRecord record, Asked asked) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("operation", record.id().operation());
        document.put("state", record.state().name().toLowerCase(Locale.ROOT));
        document.put("attempt", record.attempt());
        document.put("since", record.createdAt().toString());
        if (record.state() == RecordState.COMPLETED) {
            asked.route().shownAnswer(record).ifPresent(answer -> {
                document.put("statusCode", answer.status());
                answer.header("Location").ifPresent(location -> document.put("location", location));
            });
            document.putObject("replay")
                    .put("method", asked.address().method())
                    .put("path", mount + asked.address().path());
        }
        return Answer.of(
                200,
                List.of(new Header("Content-Type", "application/json"), new Header("Cache-Control", "no-store")),
                document.toString().getBytes(StandardCharsets.UTF_8));
    }
}
