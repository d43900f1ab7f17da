package dev.semel.spring;

import dev.semel.ResultNotKeptException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** What the method itself returned in this call. A result that can't be kept is returned to the caller whose call ran. */
final class Produced {
    private static final Log LOG = LogFactory.getLog("dev.semel.spring");

    private volatile boolean present;
    private volatile @Nullable Object value;

    /** Remembers a value, and throws {@link NotStored} for one that is given to the caller but not kept. */
    @Nullable
    Object keep(@Nullable Object result) {
        Object kept = ResultForm.WEB ? NotStored.unlessKept(result) : result;
        value = kept;
        present = true;
        return kept;
    }

    /**
     * Returns the value of the call that ran.
     *
     * @throws ResultNotKeptException if this call is a duplicate
     */
    @Nullable
    Object orThrow(ResultNotKeptException notKept) {
        if (!present) {
            throw notKept;
        }
        LOG.warn(notKept.getMessage() + ". The first caller got it; duplicates get ResultNotKeptException");
        return value;
    }
}
