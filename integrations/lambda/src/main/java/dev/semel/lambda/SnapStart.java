package dev.semel.lambda;

import dev.semel.Codec;
import dev.semel.Semel;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * Warms up before SnapStart takes its snapshot, or any other checkpoint by CRaC: one operation that does nothing is recorded and replayed, so that
 * the classes are loaded, the code is compiled, and the store's client has made its first request. Needs {@code org.crac:crac} on the class path.
 *
 * <pre>{@code
 * private static final SnapStart WARM = SnapStart.warmUp(semel);
 * }</pre>
 *
 * <p>The record is of the operation {@code semel.warm-up} and is kept for a minute. If the store can't be reached it is logged, and the snapshot is
 * taken all the same. Keep the object: the hook is registered as long as it is reachable.
 */
public final class SnapStart implements Resource {

    private final Semel semel;

    private SnapStart(Semel semel) {
        this.semel = semel;
    }

    /** Registers the hook. */
    public static SnapStart warmUp(Semel semel) {
        SnapStart hook = new SnapStart(Objects.requireNonNull(semel, "semel"));
        Core.getGlobalContext().register(hook);
        return hook;
    }

    /** Does it; not for the application to call. */
    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        try {
            var nothing = semel.operation("semel.warm-up", Codec.text())
                    .retention(Duration.ofMinutes(1))
                    .build();
            String key = UUID.randomUUID().toString();
            for (int call = 0; call < 2; call++) {
                nothing.once(key, null, () -> "warm");
            }
        } catch (RuntimeException e) {
            Log.get().log(System.Logger.Level.WARNING, "the store could not be warmed up before the snapshot", e);
        }
    }

    /** Does nothing: nonces come from a generator that is safe in many copies of one snapshot. */
    @Override
    public void afterRestore(Context<? extends Resource> context) {}
}
