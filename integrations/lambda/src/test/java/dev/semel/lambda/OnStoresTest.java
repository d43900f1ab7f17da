package dev.semel.lambda;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.semel.Codec;
import dev.semel.FailureReplayedException;
import dev.semel.InDoubtException;
import dev.semel.InProgressException;
import dev.semel.InvalidKeyException;
import dev.semel.LeaseLostException;
import dev.semel.MismatchException;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.jackson.JsonCodec;
import dev.semel.lambda.Shop.Payment;
import dev.semel.lambda.Shop.Receipt;
import dev.semel.redis.RedisStore;
import dev.semel.servers.RedisServer;
import dev.semel.store.Store;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("a guarded function, with its records")
class OnStoresTest {

    @Nested
    @DisplayName("in DynamoDB")
    class InDynamoDb extends Cases {
        @Override
        Store open() {
            return DynamoDbStore.builder(Dynamo.client())
                    .table("lambda")
                    .skewAllowance(Duration.ZERO)
                    .createTable(true)
                    .build();
        }
    }

    @Nested
    @DisplayName("in Redis")
    class InRedis extends Cases {
        @Override
        Store open() {
            return RedisStore.at(RedisServer.shared().uri());
        }
    }

    abstract static class Cases {
        private final FaultyStore store = FaultyStore.on(open());
        private final Semel semel = Semel.on(store);
        private final AtomicInteger charges = new AtomicInteger();
        private final Payment payment = new Payment(UUID.randomUUID().toString(), 1250, "09:30");

        abstract Store open();

        @AfterEach
        void close() {
            store.close();
        }

        OperationBuilder<Receipt> operation() {
            return semel.operation("lambda.payments", JsonCodec.of(Receipt.class));
        }

        private static <T> LambdaGuard<T> guard(OperationBuilder<T> operation) {
            return LambdaGuard.of(operation.build()).key(EventPart.at("/orderId"));
        }

        private Receipt charge() {
            return new Receipt("r-" + charges.incrementAndGet(), payment.cents());
        }

        private Receipt call(LambdaGuard<Receipt> guard) {
            return guard.once(payment, Invocation.usual(), this::charge);
        }

        @Test
        @DisplayName("A1 A8 runs once with two calls to the store, and replays with one")
        void once() {
            RequestHandler<Payment, Receipt> handler = guard(operation()).handler((event, context) -> charge());
            for (int invocation = 0; invocation < 3; invocation++) {
                assertThat(handler.handleRequest(payment, Invocation.usual())).isEqualTo(new Receipt("r-1", 1250));
            }
            assertThat(store.count(StoreCall.CLAIM)).isEqualTo(3);
            assertThat(store.calls()).isEqualTo(4);
        }

        @Test
        @DisplayName("A2 runs once for any number of concurrent invocations")
        void atTheSameTime() throws Exception {
            LambdaGuard<Receipt> guard = guard(operation().whileRunning(waitUpTo(Duration.ofSeconds(25))));
            assertThat(together(100, () -> call(guard))).containsOnly(new Receipt("r-1", 1250));
            assertThat(charges).hasValue(1);
        }

        private static <T> List<T> together(int threads, Callable<T> call) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            CountDownLatch start = new CountDownLatch(1);
            try {
                List<Future<T>> futures = IntStream.range(0, threads)
                        .mapToObj(each -> pool.submit(() -> {
                            start.await();
                            return call.call();
                        }))
                        .collect(Collectors.toList());
                start.countDown();
                List<T> values = new java.util.ArrayList<>();
                for (Future<T> each : futures) {
                    values.add(each.get(60, TimeUnit.SECONDS));
                }
                return values;
            } finally {
                pool.shutdownNow();
            }
        }

        @Test
        @DisplayName("A3 replays lists, maps, 0, false, empty text and null unchanged")
        void values() {
            gives(JsonCodec.of(new TypeReference<List<Receipt>>() {}), List.of(new Receipt("r", 1)));
            gives(JsonCodec.of(new TypeReference<Map<String, Object>>() {}), Map.of());
            gives(JsonCodec.of(Integer.class), 0);
            gives(JsonCodec.of(Boolean.class), false);
            gives(Codec.text(), "");
            gives(Codec.nothing(), null);
        }

        private <T> void gives(Codec<T> codec, T value) {
            LambdaGuard<T> guard = guard(semel.operation("lambda.v-" + UUID.randomUUID(), codec));
            guard.once(payment, Invocation.usual(), () -> value);
            assertThat(guard.once(payment, Invocation.usual(), () -> {
                        throw new AssertionError("it ran again");
                    }))
                    .isEqualTo(value);
        }

        @Test
        @DisplayName("A4 runs again when its retention has ended")
        void retention() throws InterruptedException {
            LambdaGuard<Receipt> guard = guard(operation().retention(Duration.ofMillis(300)));
            call(guard);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (call(guard).id().equals("r-1") && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            assertThat(charges).hasValueGreaterThan(1);
        }

        @Test
        @DisplayName("A5 A12 A14 refuses a duplicate and a mismatch while it runs, and runs another event inside")
        void whileRunning() {
            LambdaGuard<Receipt> guard = guard(operation());
            guard.once(payment, Invocation.usual(), () -> {
                for (int again = 0; again < 3; again++) {
                    assertThatThrownBy(() -> call(guard))
                            .isInstanceOfSatisfying(
                                    InProgressException.class,
                                    refused -> assertThat(refused.facts().leaseLeft())
                                            .isPositive());
                }
                Payment changed = new Payment(payment.orderId(), 1, "");
                assertThatThrownBy(() -> guard.once(changed, Invocation.usual(), this::charge))
                        .isInstanceOf(MismatchException.class);
                Payment other = new Payment(UUID.randomUUID().toString(), 1, "");
                guard.once(other, Invocation.usual(), this::charge);
                return charge();
            });
            assertThat(call(guard).id()).isEqualTo("r-2");
        }

        @Test
        @DisplayName("A6 A7 takes over from an invocation that ran out of time, and ignores its late answer")
        void cutOff() {
            LambdaGuard<Receipt> guard = guard(operation().whileRunning(waitUpTo(Duration.ofSeconds(20))));
            AtomicInteger attempt = new AtomicInteger();
            // A second instance, as in another process: the same instance would recognise a call from the same thread.
            LambdaGuard<Receipt> elsewhere = LambdaGuard.of(Semel.on(store)
                            .operation("lambda.payments", JsonCodec.of(Receipt.class))
                            .whileRunning(waitUpTo(Duration.ofSeconds(20)))
                            .build())
                    .key(EventPart.at("/orderId"));
            assertThatThrownBy(() -> guard.once(payment, Invocation.with(() -> 3_000), () -> {
                        elsewhere.attempt(payment, Invocation.usual(), context -> {
                            attempt.set(context.attempt());
                            return charge();
                        });
                        return charge();
                    }))
                    .isInstanceOf(LeaseLostException.class);
            assertThat(attempt).hasValue(2);
            assertThat(call(guard).id()).isEqualTo("r-1");
            assertThat(store.count(StoreCall.RENEW)).isZero();
        }

        @Test
        @DisplayName("A6 holds a record in doubt, if that is the policy")
        void inDoubt() {
            LambdaGuard<Receipt> guard = guard(operation().afterAbandonment(hold()));
            assertThatThrownBy(() -> guard.once(payment, Invocation.usual(), () -> {
                        throw new IllegalStateException("time-out");
                    }))
                    .hasMessage("time-out");
            assertThatThrownBy(() -> call(guard)).isInstanceOf(InDoubtException.class);
            assertThat(charges).hasValue(0);
        }

        @Test
        @DisplayName("A10 runs again after a failure, or replays it, according to the policy")
        void failures() {
            LambdaGuard<Receipt> again = guard(operation());
            assertThatThrownBy(() -> again.once(payment, Invocation.usual(), () -> {
                        throw new IllegalStateException("declined");
                    }))
                    .isExactlyInstanceOf(IllegalStateException.class);
            assertThat(call(again).id()).isEqualTo("r-1");

            LambdaGuard<Receipt> stored = guard(semel.operation("lambda.stored", JsonCodec.of(Receipt.class))
                    .afterFailure(replayFailures()));
            assertThatThrownBy(() -> stored.once(payment, Invocation.usual(), () -> {
                        throw new IllegalStateException("declined");
                    }))
                    .isExactlyInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> call(stored))
                    .isInstanceOfSatisfying(
                            FailureReplayedException.class,
                            replayed -> assertThat(replayed.facts().attempt()).isEqualTo(1));
        }

        @Test
        @DisplayName("A13 separates operations and scopes")
        void apart() {
            call(guard(operation()));
            call(guard(semel.operation("lambda.others", JsonCodec.of(Receipt.class))));
            call(guard(operation()).scope(EventPart.at("/cents")));
            assertThat(charges).hasValue(3);
        }

        @Test
        @DisplayName("A15 takes key and fingerprint before the handler can change its event")
        void changedEvent() {
            LambdaGuard<Receipt> guard = guard(operation());
            Map<String, Object> event = new java.util.HashMap<>(Map.of("orderId", payment.orderId(), "cents", 1));
            guard.once(event, Invocation.usual(), () -> {
                event.put("cents", 2);
                return charge();
            });
            assertThatThrownBy(() -> guard.once(event, Invocation.usual(), this::charge))
                    .isInstanceOf(MismatchException.class);
            event.put("cents", 1);
            assertThat(guard.once(event, Invocation.usual(), this::charge).id()).isEqualTo("r-1");
        }

        @Test
        @DisplayName("B1 B2 treats events with another order of members, or other notations of numbers, as equal")
        void sameEvents() {
            LambdaGuard<byte[]> guard = guard(semel.operation("lambda.raw", Codec.bytes()));
            RuntimeLoop loop = RuntimeLoop.over(LambdaGuard.streamHandler(guard, (in, out, context) -> {
                charges.incrementAndGet();
                out.write('1');
            }));
            String id = payment.orderId();
            loop.invoke("{\"orderId\": \"" + id + "\", \"total\": {\"cents\": 1, \"currency\": \"EUR\"}}");
            loop.invoke("{\"total\": {\"currency\": \"E\\u0055R\", \"cents\": 1.0},\n \"orderId\": \"" + id + "\"}");
            assertThat(charges).hasValue(1);
            assertThatThrownBy(() -> loop.invoke("{\"orderId\": \"" + id + "\", \"total\": [1, 2]}"))
                    .isInstanceOf(MismatchException.class);
        }

        @Test
        @DisplayName("B3 refuses an event without a key, or runs it unprotected, without a call to the store")
        void missingKeys() {
            Payment without = new Payment(null, 1, "");
            assertThatThrownBy(() -> guard(operation()).once(without, Invocation.usual(), this::charge))
                    .isInstanceOf(InvalidKeyException.class);
            guard(operation().withoutKey(runUnprotected())).once(without, Invocation.usual(), this::charge);
            assertThat(charges).hasValue(1);
            assertThat(store.calls()).isZero();
        }
    }
}
