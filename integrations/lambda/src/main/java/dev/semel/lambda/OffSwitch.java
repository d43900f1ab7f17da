package dev.semel.lambda;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The environment variable that turns all protection off, for tests. */
final class OffSwitch {
    static final String VARIABLE = "SEMEL_DISABLED";

    private OffSwitch() {}

    /** The process's own environment; {@code null} for what is not set. */
    @SuppressWarnings("NullAway") // a variable that is not set
    static UnaryOperator<@Nullable String> processEnvironment() {
        return System::getenv;
    }

    /**
     * Whether it is off.
     *
     * @throws IllegalArgumentException if the variable says something else than yes or no: guessing could leave a payment unprotected
     */
    static boolean isOff(UnaryOperator<@Nullable String> environment, String operation) {
        String value = environment.apply(VARIABLE);
        String said = value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
        return switch (said) {
            case "", "false", "0" -> false;
            case "true", "1" -> {
                Log.get()
                        .log(
                                System.Logger.Level.WARNING,
                                "{0} is set: {1} runs without any protection; unset it outside of tests",
                                VARIABLE,
                                operation);
                yield true;
            }
            default ->
                throw new IllegalArgumentException("the environment variable " + VARIABLE
                        + " must be true or false, and it is something else; correct it, or unset it");
        };
    }
}
