package dev.semel.servlet.request;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What a {@link BufferedRequest} needs of the run that it belongs to. */
public interface RequestHooks {

    /** Returns the limits for forms and multipart bodies. */
    BodyLimits bodyLimits();

    /** Returns an executor that runs tasks on the container's threads. It throws an {@link IllegalStateException} before {@code startAsync}. */
    Executor container();

    /** Sets whether the answer must not be stored. */
    void veto(boolean choice);

    /** Returns whether the container has ended the request before the application did. */
    boolean isEndedByContainer();

    /** Wraps the container's context of an asynchronous request that the application has started. */
    AsyncContext startAsync(
            AsyncContext outer, @Nullable ServletRequest ownRequest, @Nullable ServletResponse ownResponse);

    /** Returns the context that {@link #startAsync} has returned last, or {@code null}. */
    @Nullable
    AsyncContext async();
}
