package dev.semel.torture.worker;

import dev.semel.Context;
import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import dev.semel.policy.Policies;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.http.Application;
import dev.semel.torture.http.Flaw;
import dev.semel.torture.http.ServletService;
import dev.semel.torture.http.WebFluxService;
import dev.semel.torture.mutant.HttpMutants;
import dev.semel.torture.mutant.StoreMutants;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Role;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import dev.semel.torture.site.Trouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.LogManager;
import java.util.stream.Stream;

/** The application of a worker that serves HTTP requests: what the other workers do in operations, it does behind a guarded route for each. */
final class HttpDesk implements Application {
    /** Those that make sense behind a route with a lease. */
    static final List<Profile> LEASED =
            List.of(Profile.AGAIN, Profile.WAIT, Profile.HOLD, Profile.FAIL, Profile.SHORT, Profile.ASYNC);

    /** Those that make sense behind a route in transactions, which keep the rows of every answer that is stored. */
    private static final List<Profile> BOOKED = List.of(Profile.BOOK, Profile.BOOK_REFUSE, Profile.BOOK_SHORT);

    static final int REQUEST_LIMIT = 50_000;
    static final int ANSWER_LIMIT = 150_000;
    static final int DONE = 201;
    static final int DECLINED = 402;

    private final WorkerSettings settings;
    private final Site site;
    private final Store broken;
    private final TortureWork work;
    private final Journal journal;

    /**
     * Creates the application of a worker.
     *
     * @param broken what {@link StoreMutants} made of the store of the site
     */
    HttpDesk(WorkerSettings settings, Site site, Store broken, TortureWork work, Journal journal) {
        this.settings = settings;
        this.site = site;
        this.broken = broken;
        this.work = work;
        this.journal = journal;
    }

    /** Returns what clients ask for. */
    static List<Profile> profiles(WorkerSettings settings) {
        boolean hasTransactions =
                settings.address().startsWith("jdbc:") || settings.address().startsWith("sqlite:");
        return hasTransactions && settings.role().keepsThread()
                ? Stream.concat(LEASED.stream(), BOOKED.stream()).toList()
                : LEASED;
    }

    /**
     * Starts to serve.
     *
     * @param store that the guard uses
     */
    void open(Store store) throws Exception {
        // Servers log what clients do to them.
        LogManager.getLogManager().reset();
        HttpPrints.learn(settings);
        Semel semel = Semel.builder(store)
                .nearCache(settings.seed() % 2 == 0 ? 200 : 0)
                .build();
        HttpGuard guard = guard(semel);
        Flaw flaw = HttpMutants.flaw(settings);
        Path own = settings.folder().resolve("service-" + settings.name());
        int port = settings.role() == Role.SERVLET
                ? ServletService.start(guard, this, flaw, settings.name(), own)
                : WebFluxService.start(guard, this, flaw, settings.name());
        Path written = Files.writeString(settings.folder().resolve(settings.name() + ".port"), String.valueOf(port));
        Files.move(written, portFile(settings.folder(), seat(settings.name())), StandardCopyOption.ATOMIC_MOVE);
    }

    private static int seat(String name) {
        return Integer.parseInt(name.substring(0, name.indexOf('-')));
    }

    /** Returns where the one in a seat can be reached, whichever life it is in. */
    static Path portFile(Path folder, int seat) {
        return folder.resolve("service-" + seat + ".port");
    }

    /** Returns a guard of routes with leases. */
    static HttpGuard guard(WorkerSettings settings, Semel semel) {
        HttpGuard.Builder guard = HttpGuard.builder(semel);
        LEASED.forEach(profile -> guard.route(route(settings, profile).build()));
        return guard.build();
    }

    private HttpGuard guard(Semel semel) {
        HttpGuard.Builder guard = HttpGuard.builder(semel);
        for (Profile profile : profiles(settings)) {
            RouteBuilder route = route(settings, profile);
            if (profile.isBooked()) {
                route.runningIn(site.transactions().orElseThrow());
            }
            guard.route(route.build());
        }
        return guard.build();
    }

    private static RouteBuilder route(WorkerSettings settings, Profile profile) {
        RouteBuilder route = Route.builder("/" + profile.operation(), profile.operation())
                .scope(exchange -> exchange.header(SCOPE).get(0))
                .limits(REQUEST_LIMIT, ANSWER_LIMIT)
                .lease(settings.lease())
                .retention(profile.retention(settings.lease()));
        if (profile.waits()) {
            route.whileRunning(Policies.waitUpTo(Profile.waitLimit(settings.lease())));
        }
        if (profile.holds()) {
            route.afterAbandonment(Policies.hold());
        }
        return route;
    }

    @Override
    public boolean isAsynchronous(String operation) {
        return operation.equals(Profile.ASYNC.operation());
    }

    @Override
    public boolean isBoundToThread(String operation) {
        return Profile.of(operation + "|").isBooked();
    }

    @Override
    public Reply handle(Ask ask) {
        Profile profile = Profile.of(ask.operation() + "|");
        Target target = new Target(profile, ask.scope(), ask.key(), HttpPrints.request(ask.body()));
        Context context = ask.context();
        if (context == null) {
            journal.write(Kind.ANSWER, target.id(), "q", target.request(), "o", "Unexpected run without a guard");
            return new Reply(500, "unguarded");
        }
        if (ask.hangsUp() && broken instanceof HttpMutants.FreesWhenClientLeaves freeing) {
            freeing.clientLeft(new RecordId(ask.operation(), ask.scope(), ask.key()));
        }
        String since = context.facts().since() + "\n";
        try {
            String value = profile.isBooked() ? work.post(target, site.page(context)) : work.pay(target, context);
            return new Reply(DONE, since + value + ".".repeat(more()));
        } catch (Trouble.Declined e) {
            return new Reply(DECLINED, since + e.getMessage());
        } catch (Trouble.NoEffect e) {
            if (ThreadLocalRandom.current().nextBoolean()) {
                throw e;
            }
            return new Reply(ThreadLocalRandom.current().nextBoolean() ? 500 : 503, "failed");
        }
    }

    /** Lengthens an answer: some take many packets, and some are longer than the store keeps. */
    private static int more() {
        int dice = ThreadLocalRandom.current().nextInt(40);
        return dice == 0
                ? 2 * ANSWER_LIMIT
                : dice < 6 ? ThreadLocalRandom.current().nextInt(ANSWER_LIMIT / 2) : 0;
    }
}
