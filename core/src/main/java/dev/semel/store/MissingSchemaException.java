package dev.semel.store;

import dev.semel.StoreException;
import org.jspecify.annotations.Nullable;

/** The table of a store, or a column of it, is missing. Thrown when the store is opened. */
public final class MissingSchemaException extends StoreException {
    private final String table;
    private final String definition;

    /**
     * Creates an exception.
     *
     * @param message what is missing, and what to do in code
     * @param definition see {@link #definition()}
     */
    public MissingSchemaException(String message, String table, String definition, @Nullable Throwable cause) {
        super(message, cause);
        this.table = table;
        this.definition = definition;
    }

    /** Returns the name of the table. */
    public String table() {
        return table;
    }

    /** Returns what defines the table: the path of a script on the class path, or the keys of the table in words. */
    public String definition() {
        return definition;
    }
}
