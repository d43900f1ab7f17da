package dev.semel.spring.result;

import dev.semel.ResultNotKeptException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** The value that the method returned in this call. A result that cannot be stored is returned to the caller whose call ran. */
public final class Produced {
    private static final Log LOG = LogFactory.getLog("dev.semel.spring");

    private volatile boolean present;
    private volatile @Nullable Object value;

    /** Keeps a value for this call, and throws {@link EntityNotStored} for one that is returned but not stored. */
    public @Nullable Object keep(@Nullable Object result) {
        Object kept = ResultForm.hasEntities() ? EntityNotStored.unlessKept(result) : result;
        value = kept;
        present = true;
        return kept;
    }

    /**
     * Returns the value of the call that ran.
     *
     * @throws ResultNotKeptException if this call is a duplicate
     */
    public @Nullable Object orThrow(ResultNotKeptException notKept) {
        if (!present) {
            throw notKept;
        }
        LOG.warn(notKept.getMessage() + ". The first caller got it; duplicates get ResultNotKeptException");
        return value;
    }
}
