package dev.semel.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The body of a request, which has been read. It is always ready. */
final class BufferedInput extends ServletInputStream {
    private final byte[] body;
    private final Executor container;
    private int at;
    private @Nullable ReadListener listener;
    private boolean toldOfEnd;

    /**
     * Reads.
     *
     * @param container runs a task on one of the container's threads
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

    /** Ready until all is read. The last {@code true} may come before the end, so a listener that reads on later is told of the end then. */
    @Override
    public boolean isReady() {
        if (isFinished() && listener != null) {
            container.execute(this::tellOfEnd);
        }
        return true;
    }

    @Override
    public void setReadListener(ReadListener choice) {
        if (listener != null) {
            throw new IllegalStateException("there is a read listener already");
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
                tellOfEnd();
            }
        });
    }

    private synchronized void tellOfEnd() {
        if (listener == null || toldOfEnd) {
            return;
        }
        toldOfEnd = true;
        try {
            listener.onAllDataRead();
        } catch (IOException | RuntimeException e) {
            listener.onError(e);
        }
    }
}
