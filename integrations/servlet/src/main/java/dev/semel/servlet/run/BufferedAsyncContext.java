package dev.semel.servlet.run;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous context that the application gets. The container's context has the original request, so that outer filters find that one in a
 * dispatch; {@link RequestRun#resume} gives the application the request and response that it has started with.
 */
final class BufferedAsyncContext implements AsyncContext {
    private final AsyncContext outer;
    private final RequestRun run;
    private final ServletRequest request;
    private final ServletResponse response;
    private final boolean original;
    private volatile @Nullable Thread notifying;

    BufferedAsyncContext(
            AsyncContext outer, RequestRun run, @Nullable ServletRequest request, @Nullable ServletResponse response) {
        this.outer = outer;
        this.run = run;
        this.request = request == null ? run.request() : request;
        this.response = response == null ? run.response() : response;
        this.original = request == null;
    }

    AsyncContext outer() {
        return outer;
    }

    BufferedAsyncContext next(AsyncContext nextOuter) {
        return new BufferedAsyncContext(nextOuter, run, original ? null : request, original ? null : response);
    }

    /** Notifies a listener, which may end the request only until it returns. */
    void whileNotifying(Notification notification) throws IOException {
        notifying = Thread.currentThread();
        try {
            notification.run();
        } finally {
            notifying = null;
        }
    }

    boolean isNotifying() {
        return Thread.currentThread() == notifying;
    }

    /** The call of a listener. */
    @FunctionalInterface
    interface Notification {
        void run() throws IOException;
    }

    @Override
    public ServletRequest getRequest() {
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        return response;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return original;
    }

    /** Records the answer. After that it is sent, and the container's context is completed. */
    @Override
    public void complete() {
        run.asynchronously().complete(this);
    }

    @Override
    public void dispatch() {
        run.asynchronously().dispatching();
        outer.dispatch();
    }

    @Override
    public void dispatch(String path) {
        run.asynchronously().dispatching();
        outer.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        run.asynchronously().dispatching();
        outer.dispatch(context, path);
    }

    @Override
    public void start(Runnable task) {
        outer.start(task);
    }

    @Override
    public void addListener(AsyncListener listener) {
        outer.addListener(new ApplicationListener(listener, this, request, response));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest ownRequest, ServletResponse ownResponse) {
        outer.addListener(new ApplicationListener(listener, this, ownRequest, ownResponse));
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return outer.createListener(type);
    }

    @Override
    public void setTimeout(long millis) {
        outer.setTimeout(millis);
    }

    @Override
    public long getTimeout() {
        return outer.getTimeout();
    }
}
