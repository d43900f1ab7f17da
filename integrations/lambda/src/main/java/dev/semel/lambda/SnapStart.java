package dev.semel.lambda;

import dev.semel.Codec;
import dev.semel.Semel;
import dev.semel.lambda.invocation.LambdaLog;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * Warms up before SnapStart takes its snapshot, or before any other checkpoint by CRaC. One operation is recorded and
 * replayed, so that classes are loaded, code is compiled, and the store's client has sent its first request. Needs
 * {@code org.crac:crac} on the class path.
 *
 * <pre>{@code
 * private static final SnapStart WARM = SnapStart.warmUp(semel);
 * }</pre>
 *
 * <p>The record belongs to the operation {@code semel.warm-up} and is retained for a minute. An unreachable store is
 * logged and does not prevent the snapshot. Keep the object: the hook is registered as long as the object is reachable.
 */
public final class SnapStart implements Resource {

    private final Semel semel;

    private SnapStart(Semel semel) {
        this.semel = semel;
    }

    /**
     * Registers the hook.
     *
     * @param semel the instance to warm up
     */
    public static SnapStart warmUp(Semel semel) {
        SnapStart hook = new SnapStart(Objects.requireNonNull(semel, "semel"));
        Core.getGlobalContext().register(hook);
        return hook;
    }

    /** Warms up. Called by CRaC, not by the application. */
    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        try {
            var warmUp = semel.operation("semel.warm-up", Codec.text())
                    .retention(Duration.ofMinutes(1))
                    .build();
            String key = UUID.randomUUID().toString();
            for (int call = 0; call < 2; call++) {
                warmUp.once(key, null, () -> "warm");
            }
        } catch (RuntimeException e) {
            LambdaLog.get().log(System.Logger.Level.WARNING, "the store could not be warmed up before the snapshot", e);
        }
    }

    /** Does nothing. Nonces come from a generator that is safe in many copies of one snapshot. */
    @Override
    public void afterRestore(Context<? extends Resource> context) {}
}
