package dev.semel.torture.layer;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads, where the Java that runs has them, found by reflection, as this is compiled for one that has not. One that is pinned keeps its
 * carrier also while it waits.
 */
public final class VirtualThreads {
    private VirtualThreads() {}

    /** Starts one; {@code null} if there are none. */
    public static @Nullable Thread start(Runnable task) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (NoSuchMethodException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java runtime has virtual threads, and creates none", e);
        }
    }

    /** Something that may be interrupted. */
    @FunctionalInterface
    public interface Task {
        void run() throws InterruptedException;
    }

    /** Runs it within the initialiser of a class, which pins a virtual thread on every Java. */
    public static void runPinned(Task task) throws InterruptedException {
        Pinned.Call call = new Pinned.Call(task);
        Pinned.NEXT.set(call);
        try {
            Class.forName(Initialiser.class.getName(), true, new Copies());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a present class can't be loaded", e);
        }
        if (call.thrown instanceof InterruptedException interrupted) {
            throw interrupted;
        } else if (call.thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        } else if (call.thrown instanceof Error error) {
            throw error;
        }
    }

    /** What is to be run by the next initialiser of this thread; public for a class of another loader. */
    public static final class Pinned {
        static final ThreadLocal<@Nullable Call> NEXT = new ThreadLocal<>();

        private Pinned() {}

        private static final class Call {
            private final Task task;
            private @Nullable Throwable thrown;

            Call(Task task) {
                this.task = task;
            }
        }

        /** Runs the task and keeps what it throws, which would leave the class uninitialised. */
        public static boolean run() {
            Call call = Objects.requireNonNull(NEXT.get());
            try {
                call.task.run();
            } catch (InterruptedException | RuntimeException | Error e) {
                call.thrown = e;
            }
            return true;
        }
    }

    /** Loaded again for each call, as a class is initialised once. */
    static final class Initialiser {
        static final boolean DONE = Pinned.run();

        private Initialiser() {}
    }

    /** Defines a separate copy of that class, and delegates all others. */
    private static final class Copies extends ClassLoader {
        Copies() {
            super(VirtualThreads.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(Initialiser.class.getName()) ? copy(name) : super.loadClass(name, resolve);
        }

        private Class<?> copy(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
