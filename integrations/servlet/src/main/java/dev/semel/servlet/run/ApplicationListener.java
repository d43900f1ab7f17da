package dev.semel.servlet.run;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** Notifies a listener of the application, with the context that the application knows. */
record ApplicationListener(
        AsyncListener listener, BufferedAsyncContext context, ServletRequest request, ServletResponse response)
        implements AsyncListener {

    private AsyncEvent seen(AsyncEvent event) {
        return new AsyncEvent(context, request, response, event.getThrowable());
    }

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
        listener.onComplete(seen(event));
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        context.whileNotifying(() -> listener.onTimeout(seen(event)));
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
        context.whileNotifying(() -> listener.onError(seen(event)));
    }

    /** The event has the new context. A listener that the application adds to it must not bypass the draft either. */
    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
        AsyncContext next = context.next(event.getAsyncContext());
        listener.onStartAsync(new AsyncEvent(next, request, response, event.getThrowable()));
    }
}
