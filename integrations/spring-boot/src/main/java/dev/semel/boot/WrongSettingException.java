package dev.semel.boot;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A setting with which the application can't start. Shown as two sentences: what is wrong, and what to do. */
public final class WrongSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String advice;

    WrongSettingException(String what, String advice) {
        this(what, advice, null);
    }

    WrongSettingException(String what, String advice, @Nullable Throwable cause) {
        super(Objects.requireNonNull(what, "what"), cause);
        this.advice = advice;
    }

    /** What to do about it. */
    public String advice() {
        return advice;
    }
}
