package dev.semel.boot;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An invalid setting that prevents the start. It is reported in two sentences: what is wrong, and what to do. */
public final class WrongSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String advice;

    /**
     * Creates an exception without a cause.
     *
     * @param what what is wrong, without a full stop
     * @param advice what to do, in a sentence
     */
    public WrongSettingException(String what, String advice) {
        this(what, advice, null);
    }

    /**
     * Creates an exception.
     *
     * @param what what is wrong, without a full stop
     * @param advice what to do, in a sentence
     */
    public WrongSettingException(String what, String advice, @Nullable Throwable cause) {
        super(Objects.requireNonNull(what, "what"), cause);
        this.advice = advice;
    }

    /** Returns what to do. */
    public String advice() {
        return advice;
    }
}
