package dev.semel.torture.worker;

import dev.semel.StoreException;
import dev.semel.counter.store.CounterStore;
import dev.semel.store.Store;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.layer.HintingStore;
import dev.semel.torture.layer.LittleStack;
import dev.semel.torture.layer.LossyBooks;
import dev.semel.torture.layer.LossyCounts;
import dev.semel.torture.layer.LossyStore;
import dev.semel.torture.layer.VirtualThreads;
import dev.semel.torture.layer.WatchedCounts;
import dev.semel.torture.layer.WatchedStore;
import dev.semel.torture.layer.WearyStore;
import dev.semel.torture.mutant.BookMutants;
import dev.semel.torture.mutant.CountMutants;
import dev.semel.torture.mutant.EngineMutants;
import dev.semel.torture.mutant.StoreMutants;
import dev.semel.torture.protocol.CountNames;
import dev.semel.torture.protocol.Hidden;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Point;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import dev.semel.torture.site.SqlSite;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A process of the application under torture: some clients, and a purge that never stops. It takes orders from its standard input: to die or pause at a point ({@code die POINT}, {@code stand POINT}), to exhaust its pool ({@code dry MILLIS}), to give a sign of life ({@code answer}) and to end ({@code stop}). It also ends when its standard input does.
 */
public final class Worker {
    /** The environment variable with its settings. */
    public static final String SETTINGS = "SEMEL_TORTURE_WORKER";

    /** For how long a store may be away when a worker starts: it may just have been killed. */
    private static final Duration START_PATIENCE = Duration.ofSeconds(100);

    /** When so many keys had no answer, the others are left alone: it would take long, and enough is known. */
    private static final int GIVEN_UP_AT_MOST = 60;

    /** How many requests of clients are made where a virtual thread is pinned. */
    private static final int PINNED_ONE_IN = 5;

    private final WorkerSettings settings;
    private final Points points = new Points();
    private final Journal journal;
    private final AtomicInteger givenUp = new AtomicInteger();
    private final Site site;
    private final Store store;
    private final Counts counts;
    private final TortureWork work;
    private final Caller caller;
    private final Store broken;
    private volatile boolean stopping;

    private Worker(WorkerSettings settings) throws InterruptedException {
        this.settings = settings;
        journal = new Journal(settings.folder().resolve("worker-" + settings.name() + ".jsonl"), settings.name());
        site = new LossyBooks(BookMutants.around(settings, open(settings, points)), journal, settings.lossPerMille());
        LittleStack stack = new LittleStack(settings.overflowsPerMille());
        Store lossy = new LossyStore(new WearyStore(site.store(), stack), journal, settings.lossPerMille());
        broken = StoreMutants.around(settings, site, lossy);
        store = HintingStore.of(
                EngineMutants.around(settings, new WatchedStore(broken, journal, points)), site.store());
        counts = new Counts(settings, counts(settings, site.counts(), journal), journal);
        work = new TortureWork(settings, journal, points);
        ExecutorService asynchronous = Executors.newCachedThreadPool(Worker::daemon);
        caller = new Caller(
                settings, site, new Operations(settings, store, site.store(), work), work, journal, asynchronous);
    }

    /** Returns the store as clients have it: watched, with what gets lost on the way to it, and with what is broken on purpose. */
    static CounterStore counts(WorkerSettings settings, CounterStore store, Journal journal) {
        CounterStore watched = new WatchedCounts(store, journal);
        return CountMutants.around(settings, new LossyCounts(watched, journal, settings.lossPerMille()));
    }

    /** Waits until the store is there. */
    private static Site open(WorkerSettings settings, Points points) throws InterruptedException {
        long deadline = System.nanoTime() + START_PATIENCE.toNanos();
        while (true) {
            try {
                return Site.open(settings, points);
            } catch (StoreException e) {
                if (System.nanoTime() > deadline) {
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
        WorkerSettings settings = WorkerSettings.of(Objects.requireNonNull(System.getenv(SETTINGS), SETTINGS));
        System.setErr(Hidden.of(settings.address()).around(System.err));
        if (settings.role().isClients()) {
            HttpClients.run(settings);
            Runtime.getRuntime().halt(0);
        }
        Worker worker = new Worker(settings);
        if (settings.role().isService()) {
            HttpDesk desk = new HttpDesk(settings, worker.site, worker.broken, worker.work, worker.journal);
            desk.open(worker.store);
        }
        daemon(worker::obey).start();
        System.out.println("ready");
        Path sweep = settings.sweep();
        if (sweep == null) {
            worker.run();
        } else {
            worker.sweep(Files.readAllLines(sweep));
        }
        System.out.println("done");
        // A call that still hangs in a store must not keep a worker that is done.
        Runtime.getRuntime().halt(0);
    }

    private void obey() {
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                String[] words = order.split(" ", 2);
                switch (words[0]) {
                    case "die" -> points.dieAt(Point.valueOf(words[1]));
                    case "stand" -> points.standAt(Point.valueOf(words[1]));
                    case "dry" -> daemon(() -> runDry(Long.parseLong(words[1]))).start();
                    case "answer" -> System.out.println("awake");
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

    private void runDry(long millis) {
        work.lingerFor(Duration.ofMillis(millis));
        site.runDry(
                Duration.ofMillis(millis),
                withheld -> journal.write(Kind.DRY, Values.POOL, "ms", SqlSite.POOL_MILLIS, "withheld", withheld),
                () -> journal.write(Kind.DRY_NO_MORE, Values.POOL));
    }

    private void run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        int clients = settings.role().isService() ? 0 : settings.threads();
        for (int i = 0; i < clients; i++) {
            Client client = new Client(settings, caller, counts, site.hasBooks(), i, () -> stopping);
            Thread virtual = i % 2 == 0 ? null : VirtualThreads.start(() -> untilStopped(client));
            threads.add(virtual != null ? virtual : started(() -> untilStopped(client)));
        }
        daemon(this::purge).start();
        for (Thread thread : threads) {
            thread.join();
        }
        while (!stopping) {
            Thread.sleep(100);
        }
    }

    private static Thread started(Runnable task) {
        Thread thread = daemon(task);
        thread.start();
        return thread;
    }

    private void untilStopped(Client client) {
        try {
            while (!stopping) {
                if (ThreadLocalRandom.current().nextInt(PINNED_ONE_IN) == 0) {
                    VirtualThreads.runPinned(client::once);
                } else {
                    client.once();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(2);
        }
    }

    /** Purges continuously, for a fifth of the time at most: where a purge reads the whole table, the store would do nothing else. */
    private void purge() {
        long took = 0;
        while (!stopping) {
            try {
                Thread.sleep(Math.max(100, 4 * took));
                long began = System.nanoTime();
                WatchedCounts.watched(journal, CountNames.PURGE, () -> store.purge(100));
                counts.purge();
                took = (System.nanoTime() - began) / 1_000_000;
            } catch (InterruptedException e) {
                return;
            } catch (StoreException e) {
                // The next one may do.
            } catch (RuntimeException | Error e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(2);
            }
        }
    }

    private void sweep(List<String> ids) throws InterruptedException {
        // Loads classes and opens connections before the first call that is timed.
        sweepAll(IntStream.range(0, settings.threads())
                .mapToObj(i -> Values.id(Profile.AGAIN.operation(), "t", settings.tag() + "warm-" + i))
                .toList());
        sweepAll(ids);
    }

    private void sweepAll(List<String> ids) throws InterruptedException {
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

    /** Reads a count. Returns false if that failed until the deadline. */
    private boolean read(String id, long deadline) throws InterruptedException {
        journal.write(Kind.CALL, id);
        while (System.nanoTime() < deadline) {
            try {
                counts.read(id);
                return true;
            } catch (StoreException e) {
                Thread.sleep(20);
            }
        }
        return false;
    }

    private void sweep(Queue<String> left) {
        try {
            for (String id = left.poll(); id != null && givenUp.get() < GIVEN_UP_AT_MOST; id = left.poll()) {
                long deadline = System.nanoTime() + settings.patience().toNanos();
                boolean isCount = id.indexOf('|') == id.lastIndexOf('|');
                if (!(isCount ? read(id, deadline) : Client.settle(caller, id, deadline))) {
                    givenUp.incrementAndGet();
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
