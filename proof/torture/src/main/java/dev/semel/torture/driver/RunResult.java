package dev.semel.torture.driver;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.crew.WorkersJava;
import dev.semel.torture.fault.RigFault;
import dev.semel.torture.fault.Score;
import dev.semel.torture.judge.Checker;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run as data, from which the documentation renders its table.
 *
 * @param site the store, and what serves requests if there is anything
 * @param commit the project's commit, with {@code +changes} if sources differ from it
 * @param date the day on which the run ended
 * @param command which repeats the run
 * @param seed of the run
 * @param java the feature version of the workers
 * @param cores of the machine
 * @param seconds how long the run took
 * @param counts what was done and what struck
 * @param violations of rules that no failover explains
 * @param forgotten findings that a failover explains
 * @param failure what failed in the rig; {@code null} if nothing did
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RunResult(
        String site,
        String commit,
        String date,
        String command,
        long seed,
        int java,
        int cores,
        long seconds,
        Map<String, Long> counts,
        int violations,
        int forgotten,
        @Nullable String failure) {

    /** The system property with the commit; the launcher sets it. */
    static final String COMMIT = "semel.commit";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Returns the result of a run as JSON. */
    static String of(Run run) {
        Settings settings = run.settings();
        int broken = run.broken().size();
        RunResult result = new RunResult(
                settings.name(),
                System.getProperty(COMMIT, "unknown"),
                LocalDate.now(ZoneOffset.UTC).toString(),
                command(settings),
                settings.seed(),
                WorkersJava.version(),
                Runtime.getRuntime().availableProcessors(),
                Math.round(run.score().seconds()),
                counts(run),
                broken,
                run.violations().size() - broken,
                run.failure() == null ? null : run.failed());
        try {
            return JSON.writeValueAsString(result) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the command without the address of a store, which may hold a password. */
    private static String command(Settings settings) {
        String store = settings.store().indexOf(':') < 0 ? settings.store() : "URL";
        String http = settings.role().isService() ? " --http " + settings.role().word() : "";
        String minutes = BigDecimal.valueOf(settings.duration().toMillis() / 60_000.0)
                .stripTrailingZeros()
                .toPlainString();
        return "./semel torture --store " + store + http + " --minutes " + minutes + " --seed " + settings.seed();
    }

    private static Map<String, Long> counts(Run run) {
        Score score = run.score();
        Checker checker = run.checker();
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("operations", checker.operations());
        counts.put("records", (long) checker.records());
        counts.put("effects", checker.count(Kind.EFFECT));
        counts.put("takeovers", checker.takeovers());
        counts.put("effectsOfOvertakenOwners", checker.lateEffects());
        counts.put("kills", (long) score.kills());
        counts.put("pauses", (long) score.pauses());
        counts.put("crashes", (long) score.count(RigFault.CRASH_SERVER));
        counts.put("failovers", (long) score.count(RigFault.FAIL_OVER, RigFault.PROMOTE_STANDBY));
        counts.put("memoryFull", (long) score.count(RigFault.FILL_MEMORY));
        counts.put("slotsMoved", (long) score.count(RigFault.RESHARD));
        counts.put("poolsExhausted", (long) score.count(RigFault.RUN_POOL_DRY));
        counts.put("cuts", (long) score.cuts());
        counts.put("lost", score.lostReplies() + score.count(RigFault.LOSE_REQUEST) + checker.count(Kind.LOST));
        return counts;
    }
}
