package dev.semel.boot;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Invalid settings that prevent the start. They are reported in sentences: what is wrong, and what to do. */
public final class WrongSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;
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
        this.problems = List.of(what);
        this.advice = advice;
    }

    /**
     * Creates an exception for several settings.
     *
     * @param problems what is wrong, each without a full stop
     * @param advice what to do, in a sentence
     */
    public WrongSettingException(List<String> problems, String advice) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
        this.advice = advice;
    }

    /** Returns what is wrong, each without a full stop. */
    public List<String> problems() {
        return problems;
    }

    /** Returns what to do. */
    public String advice() {
        return advice;
    }
}
