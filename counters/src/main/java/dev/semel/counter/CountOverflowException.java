package dev.semel.counter;

import dev.semel.SemelException;

/** Thrown if a count would exceed {@link Long#MAX_VALUE}. Nothing was counted. */
public final class CountOverflowException extends SemelException {

    CountOverflowException(String counter) {
        super(
                "the count of " + counter + " would exceed " + Long.MAX_VALUE
                        + "; add smaller amounts, or count in a larger unit",
                null);
    }
}
