package dev.semel.batch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Recognises virtual threads, also on JDKs without them. */
public final class Virtual {
    private static final boolean MONITORS_PIN = Runtime.version().feature() < 24;
    private static final @Nullable MethodHandle IS_VIRTUAL = find();

    private Virtual() {}

    private static @Nullable MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null; // before JDK 21
        }
    }

    /**
     * Returns whether the current thread is a virtual one that a monitor would pin to its carrier. Such a thread must
     * not wait for another virtual thread: if such callers have pinned all carriers, the other one never gets a carrier
     * to continue.
     */
    public static boolean maybePinned() {
        return MONITORS_PIN && isCurrent();
    }

    static boolean isCurrent() {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
