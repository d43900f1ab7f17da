package dev.semel.lambda.invocation;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The environment variable that turns protection off, for tests of a function. */
public final class OffSwitch {
    private static final String VARIABLE = "SEMEL_DISABLED";

    private OffSwitch() {}

    /** Returns the environment of the process, with {@code null} for unset variables. */
    @SuppressWarnings("NullAway") // an unset variable
    public static UnaryOperator<@Nullable String> processEnvironment() {
        return System::getenv;
    }

    /**
     * Returns whether protection is off, and logs it if so.
     *
     * @throws IllegalArgumentException if the variable is neither true nor false: guessing could leave a payment
     *     unprotected
     */
    public static boolean isOff(UnaryOperator<@Nullable String> environment, String operation) {
        String value = environment.apply(VARIABLE);
        return switch (value == null ? "" : value.strip().toLowerCase(Locale.ROOT)) {
            case "", "false", "0" -> false;
            case "true", "1" -> {
                LambdaLog.get()
                        .log(
                                System.Logger.Level.WARNING,
                                "{0} is set: {1} runs without any protection; unset it outside of tests",
                                VARIABLE,
                                operation);
                yield true;
            }
            default ->
                throw new IllegalArgumentException("the environment variable " + VARIABLE
                        + " has an invalid value; set it to true or false, or unset it");
        };
    }
}
