package dev.semel.servlet.response;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A stream that writes to a draft. It is always ready. */
final class DraftOutput extends ServletOutputStream {
    private final Draft draft;
    private final Executor container;
    private @Nullable WriteListener listener;
    private boolean draining;

    /**
     * Writes to a draft.
     *
     * @param container runs tasks on the container's threads
     */
    DraftOutput(Draft draft, Executor container) {
        this.draft = draft;
        this.container = container;
    }

    @Override
    public void write(int b) throws IOException {
        draft.write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int count) throws IOException {
        draft.write(from, offset, count);
    }

    @Override
    public void flush() throws IOException {
        if (!draining) {
            draft.flush();
        }
    }

    /** Writes what a writer on top of this stream still holds, without committing the draft. */
    void drain(Writer holding) throws IOException {
        if (draft.isClosed()) {
            return;
        }
        draining = true;
        try {
            holding.flush();
        } finally {
            draining = false;
        }
    }

    @Override
    public void close() throws IOException {
        draft.flush();
        draft.close();
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener choice) {
        if (listener != null) {
            throw new IllegalStateException("a write listener was set already");
        }
        listener = choice;
        container.execute(() -> {
            try {
                choice.onWritePossible();
            } catch (Throwable thrown) {
                choice.onError(thrown);
            }
        });
    }
}
