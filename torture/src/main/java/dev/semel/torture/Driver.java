package dev.semel.torture;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run: starts the parts, lets the schedule strike, has everything judged, and at the end calls what has no answer yet. */
final class Driver {
    private static final Duration CALM = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String SWEEPER = "sweep";

    private final Settings settings;
    private final PrintStream out;

    Driver(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    Run run() throws Exception {
        Files.createDirectories(settings.out());
        try (Place place = Place.open(settings.store(), settings.out());
                Books books = Books.at(place.direct())) {
            long start = System.nanoTime();
            try (Crew crew = new Crew(settings, place.address(), start)) {
                crew.start();
                return run(place, books, crew);
            }
        }
    }

    private Run run(Place place, @Nullable Books books, Crew crew) throws Exception {
        long start = System.nanoTime();
        Score score = new Score(start);
        Checker checker = new Checker(Times.of(settings.lease(), settings.tolerance()));
        Feed feed = new Feed(settings.out(), books, checker);
        Lanes lanes = new Lanes(new Faults(settings.lease(), place, crew, score), start);
        lanes.begin(Schedule.of(settings.seed(), settings.duration(), place.possible(), settings.intensity()));
        double foundAfter = watch(feed, checker, score, new Watched(crew, lanes));
        lanes.end();
        place.heal();
        if (foundAfter >= 0 && settings.stopAtFirst()) {
            return new Run(settings, score, checker, 0, foundAfter);
        }
        Thread.sleep(CALM.toMillis());
        crew.stop(PATIENCE);
        feed.pollAll();
        List<String> swept = checker.toBeSwept(settings.sweptAtMost());
        boolean complete = sweep(crew, swept);
        feed.pollAll();
        checker.checkSettled(swept, SWEEPER);
        if (!complete) {
            throw new IllegalStateException("the last worker did not come to its end; see " + settings.out());
        }
        boolean found = foundAfter >= 0 || checker.violations().isEmpty();
        return new Run(settings, score, checker, swept.size(), found ? foundAfter : score.seconds());
    }

    /** What can go wrong in the rig itself. */
    private record Watched(Crew crew, Lanes lanes) {
        void check() {
            Throwable failure = lanes.failure();
            if (failure != null) {
                throw new IllegalStateException("the rig itself has failed", failure);
            } else if (!crew.ended().isEmpty()) {
                throw new IllegalStateException("a worker ended by itself; see the files that end in .err");
            }
        }
    }

    /** Until the time is over, or something is found and that is enough; returns after how many seconds it was found. */
    private double watch(Feed feed, Checker checker, Score score, Watched watched)
            throws IOException, InterruptedException {
        double foundAfter = -1;
        Progress progress = new Progress(settings, out);
        while (score.seconds() < settings.duration().toMillis() / 1e3) {
            Thread.sleep(250);
            feed.poll();
            watched.check();
            score.sample(checker.operations());
            progress.show(score, checker);
            if (foundAfter < 0 && !checker.violations().isEmpty()) {
                foundAfter = score.seconds();
                if (settings.stopAtFirst()) {
                    break;
                }
            }
        }
        progress.end();
        return foundAfter;
    }

    private boolean sweep(Crew crew, List<String> ids) throws IOException, InterruptedException {
        Path file = Files.write(settings.out().resolve("sweep.txt"), ids);
        return crew.sweep(SWEEPER, file);
    }
}
