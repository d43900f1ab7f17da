package dev.semel.powertools;

import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.powertools.PowertoolsItems.Names;
import dev.semel.skew.SkewedClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Configures and builds a {@link PowertoolsStore}. Give it the names that Powertools is configured with. Not safe for use by many threads.
 */
public final class PowertoolsStoreBuilder {
    private final DynamoDbLink link;
    private final Names names;
    private Duration skewAllowance = Duration.ofSeconds(1);
    private InstantSource clock = InstantSource.system();

    PowertoolsStoreBuilder(DynamoDbLink link, String table) {
        this.link = link;
        this.names = new Names(Objects.requireNonNull(table, "table"));
    }

    /** Sets the name of the table's partition key. Defaults to {@code id}. */
    public PowertoolsStoreBuilder keyAttribute(String name) {
        names.id = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * Sets the name of the table's sort key, which then holds what the partition key holds otherwise. Defaults to a table without a sort key.
     *
     * @param partitionValue the partition key of all items, such as {@code idempotency#payments}
     */
    public PowertoolsStoreBuilder sortKeyAttribute(String name, String partitionValue) {
        names.sort = Objects.requireNonNull(name, "name");
        names.partitionValue = Objects.requireNonNull(partitionValue, "partitionValue");
        return this;
    }

    /** Sets the name of the attribute with the end of the retention. Defaults to {@code expiration}. */
    public PowertoolsStoreBuilder expiryAttribute(String name) {
        names.expiration = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Sets the name of the attribute with the time until which a call is in progress. Defaults to {@code in_progress_expiration}. */
    public PowertoolsStoreBuilder inProgressExpiryAttribute(String name) {
        names.inProgressExpiration = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Sets the name of the attribute with the status. Defaults to {@code status}. */
    public PowertoolsStoreBuilder statusAttribute(String name) {
        names.status = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Sets the name of the attribute with the result. Defaults to {@code data}. */
    public PowertoolsStoreBuilder dataAttribute(String name) {
        names.data = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Sets the name of the attribute with the hash of the validated payload. Defaults to {@code validation}. */
    public PowertoolsStoreBuilder validationAttribute(String name) {
        names.validation = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * Sets how far the clocks of any two nodes may be apart, as in {@link dev.semel.dynamodb.DynamoDbStoreBuilder#skewAllowance}. Defaults to one
     * second.
     */
    public PowertoolsStoreBuilder skewAllowance(Duration allowance) {
        skewAllowance = Objects.requireNonNull(allowance, "allowance");
        return this;
    }

    /** Sets the clock, for tests. Defaults to the system's. */
    public PowertoolsStoreBuilder clock(InstantSource choice) {
        clock = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Returns the store. Sends no request, to keep cold starts short.
     *
     * @throws IllegalArgumentException if the allowance is negative
     */
    public PowertoolsStore build() {
        if (skewAllowance.isNegative()) {
            throw new IllegalArgumentException("skewAllowance is " + skewAllowance + "; must be zero or more");
        }
        SkewedClock skewed = new SkewedClock(clock, skewAllowance);
        return new PowertoolsStore(link, new PowertoolsItems(names.copy(), skewed), skewed);
    }
}
