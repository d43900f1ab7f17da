package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.Codec;
import dev.semel.StoreException;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a batch")
class BatchHandlerTest {
    private final Shop shop = new Shop();
    private final LambdaGuard<Void> guard = LambdaGuard.of(
            shop.semel.operation("orders.handle", Codec.nothing()).build());
    private final List<String> handled = new ArrayList<>();
    private final Set<String> poisoned = new HashSet<>();
    private final Warnings warnings = new Warnings();

    @AfterEach
    void stopListening() {
        warnings.close();
    }

    private BatchHandler<Void> batch(LambdaGuard<Void> with) {
        return BatchHandler.of(with, (message, attempt) -> {
            if (poisoned.contains(message.id())) {
                throw new IllegalStateException("poison");
            }
            handled.add(message.id());
            return null;
        });
    }

    private List<String> deliver(String... records) {
        return failures(RuntimeLoop.over(batch(guard)).invoke(Events.records(records)));
    }

    private static List<String> failures(JsonNode answer) {
        return StreamSupport.stream(answer.path("batchItemFailures").spliterator(), false)
                .map(each -> each.path("itemIdentifier").asText())
                .toList();
    }

    @Test
    @DisplayName("L3 of SQS reports failed records, and handles only these in the next delivery")
    void partialFailures() {
        poisoned.add("m-2");
        String[] all = {Events.sqsRecord("m-1", "1"), Events.sqsRecord("m-2", "2"), Events.sqsRecord("m-3", "3")};
        assertThat(deliver(all)).containsExactly("m-2");
        assertThat(handled).containsExactly("m-1", "m-3");
        assertThat(warnings.all()).hasSize(1);
        poisoned.clear();
        assertThat(deliver(all)).isEmpty();
        assertThat(handled).containsExactly("m-1", "m-3", "m-2");
    }

    @Test
    @DisplayName("L3 handles a duplicate record once, by its id or by a part of its body")
    void duplicatesInside() {
        assertThat(deliver(Events.sqsRecord("m-1", "1"), Events.sqsRecord("m-1", "1")))
                .isEmpty();
        assertThat(handled).containsExactly("m-1");

        LambdaGuard<Void> byOrder = guard.key(EventPart.jmesPath("powertools_json(body).order"))
                .comparing(EventPart.jmesPath("powertools_json(body).cents"));
        JsonNode answer = RuntimeLoop.over(batch(byOrder))
                .invoke(Events.records(
                        Events.sqsRecord("m-2", "{\"order\": 7, \"cents\": 1, \"at\": 1}"),
                        Events.sqsRecord("m-3", "{\"order\": 7, \"cents\": 1, \"at\": 2}"),
                        Events.sqsRecord("m-4", "{\"order\": 7, \"cents\": 2, \"at\": 3}"),
                        Events.sqsRecord("m-5", "not JSON"),
                        Events.sqsRecord("m-6", "{}"),
                        Events.sqsRecord("m-7", "{\"order\": 8}")));
        assertThat(failures(answer)).containsExactly("m-4", "m-5", "m-6");
        assertThat(handled).containsExactly("m-1", "m-2", "m-7");
    }

    @Test
    @DisplayName("L4 of a FIFO queue stops a message group at its first failure, and no other group")
    void fifo() {
        poisoned.add("a-2");
        String[] all = {
            Events.fifoRecord("a-1", "a", "1"),
            Events.fifoRecord("b-1", "b", "1"),
            Events.fifoRecord("a-2", "a", "2"),
            Events.fifoRecord("a-3", "a", "3"),
            Events.fifoRecord("b-2", "b", "2"),
            Events.fifoRecord("a-4", "a", "4")
        };
        assertThat(deliver(all)).containsExactly("a-2", "a-3", "a-4");
        assertThat(handled).containsExactly("a-1", "b-1", "b-2");
        poisoned.clear();
        assertThat(deliver(all[2], all[3], all[5])).isEmpty();
        assertThat(handled).containsExactly("a-1", "b-1", "b-2", "a-2", "a-3", "a-4");
    }

    @Test
    @DisplayName("L4 of a FIFO queue preserves the order if a duplicate of a failed record follows it")
    void fifoDuplicate() {
        poisoned.add("a-1");
        assertThat(deliver(
                        Events.fifoRecord("a-1", "a", "1"),
                        Events.fifoRecord("a-2", "a", "2"),
                        Events.fifoRecord("a-1", "a", "1")))
                .containsExactly("a-1", "a-2", "a-1");
        assertThat(handled).isEmpty();
    }

    @Test
    @DisplayName("L4 of a stream stops at the first failure, and continues there")
    void streams() {
        for (boolean kinesis : new boolean[] {true, false}) {
            handled.clear();
            String[] all = new String[3];
            for (int i = 0; i < 3; i++) {
                all[i] =
                        kinesis ? Events.kinesisRecord("10" + i, "data " + i) : Events.streamRecord("20" + i, "o-" + i);
            }
            String second = kinesis ? "101" : "201";
            poisoned.add(second);
            assertThat(deliver(all)).first().isEqualTo(second);
            assertThat(handled).hasSize(1);
            poisoned.clear();
            assertThat(deliver(all)).isEmpty();
            assertThat(handled).hasSize(3).doesNotHaveDuplicates().isSorted();
        }
    }

    @Test
    @DisplayName("of SNS or EventBridge throws the exception of a record, and handles only that record again")
    void withoutPartialFailures() {
        RuntimeLoop loop = RuntimeLoop.over(batch(guard));
        poisoned.add("s-1");
        String sns = Events.records(Events.snsRecord("s-1", "1"), Events.snsRecord("s-2", "2"));
        assertThatThrownBy(() -> loop.invoke(sns)).hasMessage("poison");
        assertThat(handled).containsExactly("s-2");
        poisoned.clear();
        loop.invoke(sns);
        loop.invoke(sns);
        assertThat(handled).containsExactly("s-2", "s-1");

        poisoned.add("e-1");
        String event = Events.eventBridge("e-1", "{\"order\": 7}");
        assertThatThrownBy(() -> loop.invoke(event)).hasMessage("poison");
        poisoned.clear();
        loop.invoke(event);
        loop.invoke(event);
        assertThat(handled).containsExactly("s-2", "s-1", "e-1");
    }

    @Test
    @DisplayName("throws the exception of the first failed record if it fails as a whole")
    void asAWhole() {
        poisoned.add("m-1");
        RuntimeLoop loop = RuntimeLoop.over(batch(guard).failAsAWhole());
        String event = Events.records(Events.sqsRecord("m-1", "1"), Events.sqsRecord("m-2", "2"));
        assertThatThrownBy(() -> loop.invoke(event)).hasMessage("poison");
        assertThat(handled).containsExactly("m-2");
    }

    @Test
    @DisplayName("has payloads as text and as bytes")
    void payloads() {
        List<String> texts = new ArrayList<>();
        BatchHandler<Void> reading = BatchHandler.of(guard, (message, attempt) -> {
            texts.add(message.source() + " " + message.text() + " " + message.bytes().length);
            return null;
        });
        RuntimeLoop loop = RuntimeLoop.over(reading);
        loop.invoke(Events.records(Events.sqsRecord("1", "body")));
        loop.invoke(Events.records(Events.snsRecord("2", "message")));
        loop.invoke(Events.records(Events.kinesisRecord("3", "data")));
        loop.invoke(Events.eventBridge("4", "{\"order\":7}"));
        loop.invoke(Events.records(Events.streamRecord("5", "o-1")));
        assertThat(texts.subList(0, 4))
                .containsExactly("SQS body 4", "SNS message 7", "KINESIS data 4", "EVENT_BRIDGE {\"order\":7} 11");
        assertThat(texts.get(4)).startsWith("DYNAMODB_STREAM {\"ApproximateCreationDateTime\"");
    }

    @Test
    @DisplayName("reports a record that another invocation is handling as failed")
    void handledElsewhere() {
        guard.key(EventPart.at("/messageId"))
                .comparing(EventPart.at("/body"))
                .once(RuntimeLoop.json(Events.sqsRecord("m-1", "1")), Invocation.usual(), () -> {
                    assertThat(deliver(Events.sqsRecord("m-1", "1"), Events.sqsRecord("m-2", "2")))
                            .containsExactly("m-1");
                    return null;
                });
        assertThat(handled).containsExactly("m-2");
    }

    @Test
    @DisplayName("C9 handles no further record if the store is unreachable")
    void storeIsAway() {
        Fault away = Fault.error(new StoreException("away", null));
        shop.store.next(StoreCall.CLAIM, away, away, away);
        assertThat(deliver(Events.sqsRecord("m-1", "1"), Events.sqsRecord("m-2", "2")))
                .containsExactly("m-1", "m-2");
        assertThat(handled).isEmpty();
        assertThat(shop.store.count(StoreCall.CLAIM)).isEqualTo(3);
    }

    @Test
    @DisplayName("acknowledges completed records before time runs out, and starts at least one")
    void time() {
        AtomicInteger left = new AtomicInteger(100);
        BatchHandler<Receipt> slow = BatchHandler.of(
                        LambdaGuard.of(shop.payments().build()), (message, attempt) -> shop.charge(Shop.PAYMENT))
                .reserve(Duration.ofMillis(150));
        String event = Events.records(Events.sqsRecord("m-1", "1"), Events.sqsRecord("m-2", "2"));
        RuntimeLoop loop = RuntimeLoop.over(slow).within(() -> Invocation.with(left::get));
        assertThat(failures(loop.invoke(event))).containsExactly("m-2");
        left.set(1000);
        assertThat(failures(loop.invoke(event))).isEmpty();
        assertThat(shop.charges).hasValue(2);
    }

    @Test
    @DisplayName("is refused if it comes from another source")
    void otherEvents() {
        RuntimeLoop loop = RuntimeLoop.over(batch(guard));
        for (String other : List.of("{}", "[]", "null", "{\"Records\": [{\"eventSource\": \"aws:s3\"}]}")) {
            assertThatThrownBy(() -> loop.invoke(other)).as(other).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
