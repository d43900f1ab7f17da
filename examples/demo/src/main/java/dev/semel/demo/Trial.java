package dev.semel.demo;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the headers ask for that are there to try things out: work that takes long, fails, or dies.
 *
 * @param delay {@code X-Demo-Delay}: how long the work takes
 * @param failWith {@code X-Demo-Fail}: the status with which the work fails, without an effect; 0 if it does not
 * @param crash {@code X-Demo-Crash}: when the process halts
 */
record Trial(Duration delay, int failWith, Crash crash) {

    /** When the process halts. */
    enum Crash {
        NEVER,
        BEFORE,
        AFTER
    }

    /**
     * What a request asks for.
     *
     * @throws Problem if a header can't be used
     */
    static Trial of(HttpServletRequest request) {
        int delay = number(request, "X-Demo-Delay", 0, 60_000);
        int status = number(request, "X-Demo-Fail", 400, 599);
        return new Trial(Duration.ofMillis(delay), status, crash(request.getHeader("X-Demo-Crash")));
    }

    private static int number(HttpServletRequest request, String header, int least, int most) {
        String sent = request.getHeader(header);
        if (sent == null) {
            return 0;
        }
        try {
            int number = Integer.parseInt(sent.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw bad(header, "a whole number from " + least + " to " + most);
    }

    private static Crash crash(@Nullable String sent) {
        if (sent == null) {
            return Crash.NEVER;
        }
        return switch (sent.strip()) {
            case "before" -> Crash.BEFORE;
            case "after" -> Crash.AFTER;
            default -> throw bad("X-Demo-Crash", "before or after");
        };
    }

    private static Problem bad(String header, String expected) {
        return Problem.of(400, "The header " + header + " can't be used", header + " must be " + expected + ".");
    }

    /** The work around an effect. */
    void around(Runnable effect) {
        pause();
        if (failWith != 0) {
            throw Problem.of(failWith, "The work failed", "X-Demo-Fail has asked for it. There was no effect.");
        }
        haltIf(Crash.BEFORE);
        effect.run();
        haltIf(Crash.AFTER);
    }

    private void pause() {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.of(503, "The work was interrupted", "The service is shutting down. There was no effect.");
        }
    }

    /** As a power cut would: no shutdown hook, no rollback, nothing is flushed. */
    private void haltIf(Crash when) {
        if (crash == when) {
            System.err.println("X-Demo-Crash: the process halts now, "
                    + when.name().toLowerCase(java.util.Locale.ROOT) + " the effect.");
            Runtime.getRuntime().halt(137);
        }
    }
}
