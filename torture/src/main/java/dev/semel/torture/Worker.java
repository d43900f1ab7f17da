package dev.semel.torture;

import dev.semel.store.Store;
import dev.semel.store.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * One process of the application under torture: some clients, and a purge that never stops. It is told on its standard input where to die or to
 * stand still ({@code die POINT}, {@code stand POINT}) and when to end ({@code stop}); it also ends when nobody is there any more to tell it.
 */
final class Worker {
    private static final Duration SWEEP_PATIENCE = Duration.ofSeconds(30);

    private final WorkerSettings settings;
    private final Points points = new Points();
    private final Site site;
    private final Store store;
    private final Counts counts;
    private final Caller caller;
    private volatile boolean stopping;

    private Worker(WorkerSettings settings) throws InterruptedException {
        this.settings = settings;
        Journal journal =
                new Journal(settings.folder().resolve("worker-" + settings.name() + ".jsonl"), settings.name());
        site = open(settings, points);
        Store lossy = new LossyStore(site.store(), journal, settings.lossPerMille());
        Store broken = StoreMutants.around(settings, lossy);
        store = HintingStore.of(new WatchedStore(broken, journal, points), site.store());
        counts = new Counts(
                settings,
                CountMutants.around(settings, new LossyCounts(site.counts(), journal, settings.lossPerMille())),
                journal);
        Work work = new Work(settings, journal, points);
        ExecutorService asynchronous = Executors.newCachedThreadPool(Worker::daemon);
        caller = new Caller(
                settings, site, new Operations(settings, store, site.store(), work), work, journal, asynchronous);
    }

    /** Waits until the store is there: it may just have been killed. */
    private static Site open(WorkerSettings settings, Points points) throws InterruptedException {
        for (int tried = 1; ; tried++) {
            try {
                return Site.open(settings, points);
            } catch (StoreException e) {
                if (tried == 60) {
                    throw e;
                }
                Thread.sleep(250);
            }
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        WorkerSettings settings = WorkerSettings.of(args[0]);
        Worker worker = new Worker(settings);
        daemon(worker::obey).start();
        System.out.println("ready");
        Path sweep = settings.sweep();
        if (sweep == null) {
            worker.run();
        } else {
            worker.sweep(Files.readAllLines(sweep));
        }
        System.out.println("done");
        // Whatever still hangs in a store must not keep a worker that is done.
        Runtime.getRuntime().halt(0);
    }

    private void obey() {
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                String[] words = order.split(" ", 2);
                switch (words[0]) {
                    case "die" -> points.dieAt(Point.valueOf(words[1]));
                    case "stand" -> points.standAt(Point.valueOf(words[1]));
                    default -> stopping = true;
                }
            }
            if (!stopping) {
                Runtime.getRuntime().halt(1);
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < settings.threads(); i++) {
            Client client = new Client(settings, caller, counts, site.hasBooks(), i);
            threads.add(daemon(() -> untilStopped(client)));
        }
        threads.forEach(Thread::start);
        daemon(this::purge).start();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void untilStopped(Client client) {
        try {
            while (!stopping) {
                client.once();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(2);
        }
    }

    private void purge() {
        while (!stopping) {
            try {
                Thread.sleep(100);
                store.purge(100);
                counts.purge();
            } catch (InterruptedException e) {
                return;
            } catch (StoreException e) {
                // The next one may do.
            }
        }
    }

    private void sweep(List<String> ids) throws InterruptedException {
        Queue<String> left = new ConcurrentLinkedQueue<>(ids);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < settings.threads(); i++) {
            threads.add(daemon(() -> sweep(left)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void sweep(Queue<String> left) {
        try {
            for (String id = left.poll(); id != null; id = left.poll()) {
                if (id.indexOf('|') == id.lastIndexOf('|')) {
                    counts.read(id);
                } else {
                    Client.settle(caller, id, System.nanoTime() + SWEEP_PATIENCE.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(2);
        }
    }
}
