package dev.semel.torture.driver;

import dev.semel.torture.book.Books;
import dev.semel.torture.crew.Crew;
import dev.semel.torture.crew.Place;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.fault.Faults;
import dev.semel.torture.fault.Lanes;
import dev.semel.torture.fault.RigFault;
import dev.semel.torture.fault.Schedule;
import dev.semel.torture.fault.Score;
import dev.semel.torture.judge.Checker;
import dev.semel.torture.judge.Feed;
import dev.semel.torture.judge.Sweep;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run: starts the parts, lets the schedule strike, has everything judged, and at the end calls what has no answer yet. If something in the rig
 * itself fails, the run ends early, and all that was found until then is still in its {@link Run}. For one run, by one thread.
 */
public final class Driver {
    private static final Duration CALM = Duration.ofSeconds(1);

    /** Longer than any call takes: MySQL lets one wait for a lock for 50 s. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** On SQLite, where no call waits for a lock for longer than some seconds. */
    private static final Duration PATIENCE_WITH_FILE = Duration.ofSeconds(30);

    private static final int TRIES = 3;

    private final Settings settings;
    private final PrintStream out;
    private final Checker checker;
    private final Trial trial = new Trial();
    private Score score = new Score(System.nanoTime());
    private Sweep.Result swept = Sweep.Result.NONE;
    private double foundAfter = -1;

    public Driver(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        this.checker = new Checker(settings.times());
    }

    /** Makes a short run, and makes it again if the machine's clock was set meanwhile, since its findings prove nothing then. */
    public static Run undisturbed(Settings settings, PrintStream out) throws IOException {
        for (int tried = 1; ; tried++) {
            Path folder = RunFolder.fresh(settings.out(), "try-" + tried);
            Run run = new Driver(settings.into(folder), out).run();
            if (!run.clockWasSet() || tried == TRIES) {
                return run;
            }
        }
    }

    /** Makes the run. Never throws after the folder was created: {@link Run#failure()} holds what failed. */
    public Run run() throws IOException {
        Files.createDirectories(settings.out());
        trial.step(() -> {
            if (settings.store().indexOf(':') >= 0) {
                reach();
            }
            try (Place place = Place.open(settings.store(), settings.out());
                    Books books = Books.at(place.direct(), place.tag());
                    Crew crew = new Crew(settings, place, System.nanoTime())) {
                crew.start();
                torment(place, books, crew);
            }
        });
        if (foundAfter < 0 && isFound()) {
            foundAfter = score.seconds();
        }
        return new Run(settings, score, checker, swept, foundAfter, trial.failure());
    }

    /** Workers would try for long, as a server of ours may just have been killed. What is at an address is there or not. */
    private void reach() {
        try {
            Site.open(WorkerSettings.looking(settings.store(), settings.out(), settings.lease()), new Points())
                    .close();
        } catch (RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw new IllegalStateException(
                    "the store can't be reached at the address that was given (" + cause
                            + "); is it running, and is the address right? All that is known is in "
                            + settings.out().resolve("failure.txt"),
                    e);
        }
    }

    private boolean isFound() {
        return checker.violations().stream().anyMatch(violation -> !Run.isForgotten(violation, checker, score));
    }

    /** Runs all steps, also after one that failed: the journals are judged in any case. */
    private void torment(Place place, @Nullable Books books, Crew crew) {
        long start = System.nanoTime();
        score = new Score(start);
        Feed feed = new Feed(settings.out(), books, checker);
        Journal strikes = new Journal(settings.out().resolve("faults.jsonl"), "driver");
        Lanes lanes = new Lanes(new Faults(settings.lease(), place, crew, score, strikes), start);
        lanes.begin(
                Schedule.of(settings.seed(), settings.duration(), RigFault.possibleAt(place), settings.intensity()));
        TimeOfDay time = new TimeOfDay();
        trial.step(() -> watch(feed, crew, lanes, time));
        trial.step(lanes::end);
        trial.step(place::heal);
        if (foundAfter >= 0 && settings.stopAtFirst()) {
            return;
        }
        // Where a fault has not ended, a worker may still be paused.
        boolean calm = !trial.hasFailed();
        Set<String> stuck = new HashSet<>();
        trial.step(() -> {
            Thread.sleep(CALM.toMillis());
            stuck.addAll(crew.stop(settings.store().startsWith("sqlite") ? PATIENCE_WITH_FILE : PATIENCE));
            crew.check();
        });
        trial.step(feed::pollAll);
        if (calm) {
            checker.checkReturned(stuck);
        }
        if (!trial.hasFailed() && !(settings.stopAtFirst() && isFound())) {
            trial.step(() -> sweep(crew, feed));
        }
        trial.step(time::check);
    }

    /** Watches until the end of the run, or until the first violation if the run stops there. */
    private void watch(Feed feed, Crew crew, Lanes lanes, TimeOfDay time) throws IOException, InterruptedException {
        Progress progress = new Progress(settings, out);
        while (score.seconds() < settings.duration().toMillis() / 1e3) {
            Thread.sleep(250);
            feed.poll();
            // Only now: whatever was found because the clock was set, that has been noticed, too.
            time.check();
            score.sample(checker.operations());
            progress.show(score, checker);
            if (foundAfter < 0 && isFound()) {
                foundAfter = score.seconds();
                if (settings.stopAtFirst()) {
                    break;
                }
            }
            lanes.check();
            crew.check();
        }
        progress.end();
    }

    /** Sweeps the keys. A sweep that is cut off is judged like any other. */
    private void sweep(Crew crew, Feed feed) throws IOException, InterruptedException {
        List<String> ids = checker.toBeSwept(settings.sweptAtMost());
        Path file = Files.write(settings.out().resolve("sweep.txt"), ids);
        boolean complete = crew.sweep(Sweep.CALLER, file, ids.size());
        long endedAt = System.nanoTime();
        trial.step(feed::pollAll);
        swept = checker.checkSettled(ids, settings.settlesWithin(), endedAt);
        if (!complete || !swept.isComplete()) {
            throw new IllegalStateException("the worker that calls all keys at the end did not reach the last of them: "
                    + swept.notCalled() + " were not called, and " + swept.cutShort()
                    + " not for long enough; see "
                    + Sweep.CALLER + ".txt and worker-" + Sweep.CALLER + ".err in " + settings.out());
        }
    }
}
