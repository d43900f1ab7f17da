package dev.semel.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.policy.Policies;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.store.Store;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.history.History;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.rules.HistoryChecker;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * A run of the engine on virtual time, determined by a seed: a few nodes on one store, clients that call again with the same key after every
 * error and time-out, crashes, pauses, lost requests and replies, and a purge that never stops. Equal seeds produce equal runs.
 *
 * <p>Faults stop after a while. By the end every client must have a final answer.
 */
final class Simulation {
    static final String OPERATION = "simulated";
    private static final Duration TROUBLE = Duration.ofSeconds(8);
    private static final Duration OUTAGE = Duration.ofMillis(500);
    private static final Duration LATEST = Duration.ofSeconds(20);
    private static final Duration END = Duration.ofMinutes(10);

    private final long seed;
    private final Guards guards;
    private final Random random;
    private final Settings settings;
    private final Turns time = new Turns();
    private final History history = new History(time.clock());
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Node, Guard> guardOf = new HashMap<>();
    private final Map<String, String> ledger = new HashMap<>();
    private final List<Client> clients = new ArrayList<>();
    private final Store store;
    private boolean calm;

    /** Creates the guard of a node. */
    @FunctionalInterface
    interface Guards {
        Guard on(Simulation simulation, Node node, Store store);
    }

    Simulation(long seed, Function<InstantSource, Store> stores, Guards guards) {
        this.seed = seed;
        this.guards = guards;
        this.random = new Random(seed);
        this.settings = Settings.from(random);
        this.store = stores.apply(time.clock());
    }

    /** Runs the simulation and returns all violations; empty if there are none. */
    List<String> run() {
        for (int i = 0; i < settings.nodes(); i++) {
            startNode();
        }
        for (int i = 0; i < settings.clients(); i++) {
            Client client = new Client(this, "key-" + random.nextInt(settings.keys()), request());
            clients.add(client);
            time.after(moment(TROUBLE.dividedBy(2)), client::call);
        }
        for (int i = 0; i < settings.crashes(); i++) {
            time.after(moment(TROUBLE), this::crashOne);
        }
        for (int i = 0; i < settings.pauses(); i++) {
            time.after(
                    moment(TROUBLE),
                    () -> anyNode().pause(moment(settings.lease().multipliedBy(3))));
        }
        time.after(Duration.ofMillis(10), this::purge);
        time.after(TROUBLE, () -> calm = true);
        time.run(END);
        return judge();
    }

    private List<String> judge() {
        boolean held = settings.abandonment() == Settings.Abandonment.HOLD;
        boolean reconciled = settings.abandonment() == Settings.Abandonment.RECONCILE;
        List<String> wrong = new ArrayList<>();
        boolean lasts = settings.retention().compareTo(END) > 0;
        HistoryChecker checker = new HistoryChecker(Duration.ZERO, name -> new Promises(held, reconciled, lasts));
        checker.check(history).forEach(each -> wrong.add(each.toString()));
        checker.checkAtRest(history).forEach(each -> wrong.add(each.toString()));
        clients.stream()
                .filter(client -> !client.isAnswered())
                .forEach(client -> wrong.add("never answered: " + client));
        return wrong;
    }

    /** Returns the events as text, without values that differ between two runs of one seed. */
    List<String> transcript() {
        return history.events().stream()
                .map(event -> event.kind() + " " + event.id() + " " + event.began() + " " + event.at())
                .toList();
    }

    private String request() {
        return random.nextDouble() < settings.otherRequests() ? "another request" : "request";
    }

    private void startNode() {
        Node node = new Node("node-" + nodes.size(), time, random);
        nodes.add(node);
        FaultyStore faulty = new FaultyStore(
                new Wire(node, this::oneWay, this::isLate, history.recording(node.name(), store)),
                call -> fault(node),
                delay -> {});
        guardOf.put(node, guards.on(this, node, faulty));
    }

    /** Returns the fault of a call. A fault occasionally cuts the node off for a while, so that it loses all requests and replies. */
    private Fault fault(Node node) {
        boolean lost = !calm && (node.isCutOff() || random.nextDouble() < settings.lost());
        if (!lost) {
            return Fault.none();
        }
        if (random.nextInt(20) == 0) {
            node.cutOff(moment(OUTAGE));
        }
        return random.nextBoolean() ? Fault.lostRequest() : Fault.lostReply();
    }

    /** Returns the duration of a transmission: usually short, and sometimes longer than a lease while faults occur. */
    private Duration oneWay() {
        boolean spike = !calm && !settings.wire().isZero() && random.nextInt(30) == 0;
        return moment(spike ? settings.lease().multipliedBy(2) : settings.wire());
    }

    /** Delivers one in ten of the lost claims late, within the retention, after its sender has given up. */
    private boolean isLate(Runnable claim) {
        boolean late = !calm && random.nextDouble() < settings.lost() / 10;
        if (late) {
            Duration half = settings.retention().dividedBy(2);
            time.after(moment(half.compareTo(LATEST) < 0 ? half : LATEST), claim);
        }
        return late;
    }

    private void crashOne() {
        if (!calm) {
            Node crashing = anyNode();
            crashing.crash();
            history.crashed(crashing.name());
            startNode();
        }
    }

    private void purge() {
        store.purge(1 + random.nextInt(3));
        if (time.nanoTime() < END.dividedBy(2).toNanos()) {
            time.after(Duration.ofMillis(calm ? 5_000 : 50 + random.nextInt(500)), this::purge);
        }
    }

    Node anyNode() {
        List<Node> up = nodes.stream().filter(Node::isUp).toList();
        return up.get(random.nextInt(up.size()));
    }

    Guard guardOf(Node node) {
        return guardOf.get(node);
    }

    Duration moment(Duration within) {
        return Duration.ofNanos((long) (random.nextDouble() * within.toNanos()));
    }

    Settings settings() {
        return settings;
    }

    Turns time() {
        return time;
    }

    /** Returns the real engine, in its blocking or asynchronous form. */
    static Guard engine(Simulation simulation, Node node, Store store) {
        // a separate sequence, so that each seed otherwise produces the same run
        Random overflows = new Random(simulation.seed * 31 + simulation.nodes.size());
        Store overflowing = new OverflowingStore(store, overflows, () -> simulation.calm);
        Operation<String> operation = operation(simulation, node, overflowing);
        return simulation.settings.blocking() ? new BlockingGuard(node, operation) : operation::attemptAsync;
    }

    /** Returns the real engine in its blocking form, for any seed. */
    static Guard blockingEngine(Simulation simulation, Node node, Store store) {
        return new BlockingGuard(node, operation(simulation, node, store));
    }

    private static Operation<String> operation(Simulation simulation, Node node, Store store) {
        Settings settings = simulation.settings;
        Semel semel = Semel.builder(store)
                .timekeeper(node)
                .executor(node)
                .nearCache(settings.nearCache())
                .build();
        OperationBuilder<String> builder = semel.operation(OPERATION, Codec.text())
                .lease(settings.lease())
                .retention(settings.retention())
                .whileRunning(
                        settings.patience().isZero() ? Policies.refuse() : Policies.waitUpTo(settings.patience()));
        if (settings.failures() != Settings.Failures.NOTHING) {
            builder.afterFailure(settings.failures().policy());
        }
        switch (settings.abandonment()) {
            case RUN_AGAIN -> builder.afterAbandonment(Policies.runAgain());
            case HOLD -> builder.afterAbandonment(Policies.hold());
            case RECONCILE -> builder.reconciler(simulation::reconcile);
        }
        return builder.build();
    }

    Verdict<String> reconcile(Context context) {
        history.started(context.facts());
        if (random.nextInt(3) == 0 && !calm) {
            return Verdict.cannotTell();
        }
        String effect = ledger.get(life(context));
        if (effect != null) {
            return Verdict.happened(effect);
        }
        history.ruledOut(context.facts());
        return Verdict.didNotHappen();
    }

    private static String life(Context context) {
        return context.facts().key() + "@" + context.facts().since();
    }

    /** Runs work that takes effect after a while, or perhaps not if it fails, and then ends with a unique result. */
    CompletionStage<String> work(Node node, String request, Context context) {
        CompletableFuture<String> result = new CompletableFuture<>();
        history.started(context.facts());
        Duration longest =
                settings.lease().multipliedBy(random.nextInt(4) == 0 ? 3 : 1).dividedBy(2);
        Exception failure = calm || random.nextDouble() >= settings.failing() ? null : failure();
        String value = life(context) + "#" + context.attempt() + "#" + random.nextLong();
        node.after(moment(longest), () -> {
            history.ran(context.facts(), fingerprint(request), value.getBytes(UTF_8));
            if (failure == null || random.nextBoolean()) {
                ledger.put(life(context), value);
            }
            node.after(moment(longest), () -> end(context, result, value, failure));
        });
        return result;
    }

    private void end(Context context, CompletableFuture<String> result, String value, Exception failure) {
        if (failure == null) {
            result.complete(value);
            return;
        }
        if (settings.leavesOpen(failure)) {
            history.leftOpen(context.facts());
        }
        result.completeExceptionally(failure);
    }

    private Exception failure() {
        return random.nextBoolean() ? new IOException("declined") : new TimeoutException("no answer");
    }

    void answered(Outcome<String> outcome, String request) {
        if (outcome instanceof Outcome.Executed<String> executed) {
            history.answered(
                    executed.facts(), fingerprint(request), executed.value().getBytes(UTF_8));
        } else if (outcome instanceof Outcome.Replayed<String> replayed) {
            history.answered(
                    replayed.facts(), fingerprint(request), replayed.value().getBytes(UTF_8));
        }
    }

    private static Fingerprint fingerprint(String request) {
        return Fingerprinter.byValue().of(request);
    }

    @Override
    public String toString() {
        return "seed " + seed + " with " + settings;
    }
}
