package dev.semel.counter;

import dev.semel.SemelException;

/** A count would have become greater than {@link Long#MAX_VALUE}. Nothing was counted. */
public final class CountOverflowException extends SemelException {

    CountOverflowException(String counter) {
        super(
                "the count of " + counter + " can't grow by that much without passing " + Long.MAX_VALUE
                        + "; add smaller amounts, or count in a larger unit",
                null);
    }
}
