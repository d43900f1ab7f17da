package dev.semel.torture.worker;

import dev.semel.torture.http.Wire;
import dev.semel.torture.http.Wires;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The process whose clients send requests to the services, and ask again with the same key for as long as they have no answer. Nothing strikes it. */
final class HttpClients {
    private static final int TRIES = 15;
    private static final int GIVEN_UP_AT_MOST = 60;

    private final WorkerSettings settings;
    private final HttpCaller caller;
    private final AtomicInteger givenUp = new AtomicInteger();
    private volatile boolean stopping;

    private HttpClients(WorkerSettings settings) {
        this.settings = settings;
        Path file = settings.folder().resolve("worker-" + settings.name() + ".jsonl");
        this.caller = new HttpCaller(settings, new Journal(file, settings.name()));
    }

    /** The loop of a client. */
    @FunctionalInterface
    private interface Life {
        void live(int number) throws InterruptedException;
    }

    static void run(WorkerSettings settings) throws IOException, InterruptedException {
        HttpClients clients = new HttpClients(settings);
        daemon(clients::obey).start();
        System.out.println("ready");
        Path sweep = settings.sweep();
        if (sweep == null) {
            clients.all(clients::ask);
        } else {
            Queue<String> left = new ConcurrentLinkedQueue<>(Files.readAllLines(sweep));
            clients.all(number -> clients.sweep(left, number));
        }
        System.out.println("done");
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    private void obey() {
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                if (order.equals("answer")) {
                    System.out.println("awake");
                } else {
                    stopping = true;
                }
            }
            if (!stopping) {
                Runtime.getRuntime().halt(1);
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void all(Life life) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < settings.threads(); i++) {
            int number = i;
            threads.add(daemon(() -> live(life, number)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void live(Life life, int number) {
        try {
            life.live(number);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(2);
        }
    }

    private void ask(int number) throws InterruptedException {
        Random random = new Random(settings.seed() * 31 + number);
        Wires wires = new Wires(random);
        Profile[] profiles = HttpDesk.profiles(settings).toArray(Profile[]::new);
        while (!stopping) {
            long millis = (System.nanoTime() - settings.start()) / 1_000_000;
            untilAnswered(Target.random(random, settings.tag(), millis, profiles), wires);
        }
    }

    /** Asks the same node again or another one. */
    private void untilAnswered(Target target, Wires wires) throws InterruptedException {
        Random random = wires.random();
        int node = random.nextInt(WorkerSettings.WORKERS);
        for (int tries = 1; tries <= TRIES && !stopping; tries++) {
            if (caller.call(target, node, manner(random), wires) != Caller.Ending.AGAIN) {
                return;
            }
            Thread.sleep(1 + random.nextInt(Math.min(20 * tries, 150)));
            node = random.nextBoolean() ? node : random.nextInt(WorkerSettings.WORKERS);
        }
    }

    /** Chooses how a client sends its request. Half of all clients are well-behaved. */
    private static Wire.Manner manner(Random random) {
        Wire.Manner[] all = Wire.Manner.values();
        return random.nextBoolean() ? Wire.Manner.PLAIN : all[random.nextInt(all.length)];
    }

    /** Asks for each at one node, as all of them must still serve. */
    private void sweep(Queue<String> left, int number) throws InterruptedException {
        int node = number % WorkerSettings.WORKERS;
        Wires wires = new Wires(new Random(number));
        String warm = Values.id(Profile.AGAIN.operation(), "t", settings.tag() + "warm-" + number);
        settle(warm, node, wires);
        for (String id = left.poll(); id != null && givenUp.get() < GIVEN_UP_AT_MOST; id = left.poll()) {
            if (!settle(id, node, wires)) {
                givenUp.incrementAndGet();
            }
        }
    }

    private boolean settle(String id, int node, Wires wires) throws InterruptedException {
        long deadline = System.nanoTime() + settings.patience().toNanos();
        Target target = Target.parse(id);
        while (System.nanoTime() < deadline) {
            switch (caller.call(target, node, Wire.Manner.PLAIN, wires)) {
                case FINAL -> {
                    return true;
                }
                case MISMATCH -> target = target.other();
                case AGAIN -> Thread.sleep(20);
            }
        }
        return false;
    }
}
