package dev.semel.demo.request;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The headers to try things out, which make the work slow, fail, or halt the process.
 *
 * @param delay {@code X-Demo-Delay}: how long the work takes
 * @param failWith {@code X-Demo-Fail}: the status with which the work fails without an effect; 0 if it does not fail
 * @param crash {@code X-Demo-Crash}: when the process halts
 */
public record TrialHeaders(Duration delay, int failWith, Crash crash) {

    /** When the process halts. */
    public enum Crash {
        NEVER,
        BEFORE,
        AFTER
    }

    /**
     * Reads the headers of a request.
     *
     * @throws RequestProblem if a header is not valid
     */
    public static TrialHeaders of(HttpServletRequest request) {
        int delay = number(request, "X-Demo-Delay", 0, 60_000);
        int status = number(request, "X-Demo-Fail", 400, 599);
        return new TrialHeaders(Duration.ofMillis(delay), status, crash(request.getHeader("X-Demo-Crash")));
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
            // Reported below.
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

    private static RequestProblem bad(String header, String expected) {
        return RequestProblem.of(400, "The header " + header + " is not valid", header + " must be " + expected + ".");
    }

    /** Does the work of a request: waits, fails or halts as requested, and otherwise runs the effect. */
    public void around(Runnable effect) {
        pause();
        if (failWith != 0) {
            throw RequestProblem.of(failWith, "The work failed", "X-Demo-Fail requested it. There was no effect.");
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
            throw RequestProblem.of(
                    503, "The work was interrupted", "The service is shutting down. There was no effect.");
        }
    }

    /** Halts as a power cut would: without shutdown hooks, rollback or flush. */
    private void haltIf(Crash when) {
        if (crash == when) {
            System.err.println("X-Demo-Crash: the process halts now, "
                    + when.name().toLowerCase(java.util.Locale.ROOT) + " the effect.");
            Runtime.getRuntime().halt(137);
        }
    }
}
