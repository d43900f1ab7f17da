package dev.semel.servers;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Reports a test as skipped wherever {@link Installed} has skipped it. Frameworks wrap the exception, such as Spring when a bean starts a
 * server, and methods that clean up fail because they find nothing. JUnit registers this automatically.
 */
public final class SkippedTests implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw unwrapped(thrown);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw unwrapped(thrown);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw unwrapped(thrown);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throwUnlessSkipped(context, thrown);
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throwUnlessSkipped(context, thrown);
    }

    private static void throwUnlessSkipped(ExtensionContext context, Throwable thrown) throws Throwable {
        if (context.getExecutionException().flatMap(SkippedTests::skip).isEmpty()) {
            throw thrown;
        }
    }

    private static Throwable unwrapped(Throwable thrown) {
        return skip(thrown).orElse(thrown);
    }

    private static Optional<Throwable> skip(Throwable thrown) {
        return Stream.iterate(thrown, each -> each != null, Throwable::getCause)
                .filter(TestAbortedException.class::isInstance)
                .findFirst();
    }
}
