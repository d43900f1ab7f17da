package dev.semel.http.guard;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.InvalidKeyException;
import dev.semel.StoreException;
import dev.semel.http.Answer;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.Exchange;
import dev.semel.http.Header;
import dev.semel.http.Problem;
import dev.semel.http.reply.Replies;
import dev.semel.http.status.StatusAddress;
import dev.semel.http.status.StatusAddresses;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The entrance of a status address. Only a caller that could have sent the request sees its status; to any other caller the key does not exist. The
 * answer to HEAD is that to GET, whose body servers leave out.
 *
 * @param path the canonical path of the address
 */
record StatusEntrance(List<GuardedRoute> routes, StatusAddresses addresses, String path) implements Entrance {

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
        return new Entry.Send(status(exchange));
    }

    private Answer status(Exchange exchange) {
        try {
            return addresses
                    .find(path)
                    .flatMap(address -> record(exchange, address))
                    .map(StatusEntrance::describe)
                    .orElseGet(StatusEntrance::unknown);
        } catch (InvalidKeyException | IllegalArgumentException e) {
            return unknown();
        } catch (StoreException e) {
            return Problem.STORE_UNAVAILABLE.answer("Ask again later.");
        } catch (UnreadableRecordException e) {
            return Replies.to(e, false);
        }
    }

    private Optional<StoredRecord> record(Exchange exchange, StatusAddress address) {
        return routes.stream()
                .filter(route -> route.operationName().equals(address.operation()))
                .findFirst()
                .flatMap(route -> route.find(exchange, address));
    }

    private static Answer unknown() {
        return Problem.UNKNOWN_KEY.answer(
                "It was never used here, its record has expired, or its transaction has not ended.");
    }

    private static Answer describe(StoredRecord record) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("operation", record.id().operation());
        document.put("state", record.state().name().toLowerCase(Locale.ROOT));
        document.put("attempt", record.attempt());
        document.put("since", record.createdAt().toString());
        return Answer.of(
                200,
                List.of(new Header("Content-Type", "application/json"), new Header("Cache-Control", "no-store")),
                document.toString().getBytes(StandardCharsets.UTF_8));
    }
}
