package dev.semel.servlet.request;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The body of a request, in memory. It is always ready. */
final class BufferedInput extends ServletInputStream {
    private final byte[] body;
    private final Executor container;
    private int at;
    private @Nullable ReadListener listener;
    private boolean endNotified;

    /**
     * Reads a body.
     *
     * @param container runs tasks on the container's threads
     */
    BufferedInput(byte[] body, Executor container) {
        this.body = body;
        this.container = container;
    }

    @Override
    public int read() {
        if (at < body.length) {
            return body[at++] & 0xff;
        }
        return -1;
    }

    @Override
    public int read(byte[] to, int offset, int count) {
        if (count == 0) {
            return 0;
        }
        int given = Math.min(count, body.length - at);
        if (given <= 0) {
            return -1;
        }
        System.arraycopy(body, at, to, offset, given);
        at += given;
        return given;
    }

    @Override
    public int available() {
        return body.length - at;
    }

    @Override
    public boolean isFinished() {
        return at == body.length;
    }

    /** Always returns true. A listener that reaches the end only after its callback has returned is notified of the end here. */
    @Override
    public boolean isReady() {
        if (isFinished() && listener != null) {
            container.execute(this::notifyEnd);
        }
        return true;
    }

    @Override
    public void setReadListener(ReadListener choice) {
        if (listener != null) {
            throw new IllegalStateException("a read listener was set already");
        }
        listener = choice;
        container.execute(() -> {
            try {
                if (!isFinished()) {
                    choice.onDataAvailable();
                }
            } catch (Throwable thrown) {
                choice.onError(thrown);
                return;
            }
            if (isFinished()) {
                notifyEnd();
            }
        });
    }

    private synchronized void notifyEnd() {
        if (listener == null || endNotified) {
            return;
        }
        endNotified = true;
        try {
            listener.onAllDataRead();
        } catch (IOException | RuntimeException e) {
            listener.onError(e);
        }
    }
}
