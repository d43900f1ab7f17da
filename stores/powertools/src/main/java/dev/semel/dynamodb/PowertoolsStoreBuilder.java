package dev.semel.dynamodb;

import dev.semel.dynamodb.PowertoolsItems.Names;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;

/** Makes a {@link PowertoolsStore}. The names have to be those that Powertools is configured with. Not for use by many threads. */
public final class PowertoolsStoreBuilder {
    private final Supplier<Wire> wires;
    private final Names names;
    private Duration skewAllowance = Duration.ofSeconds(1);
    private InstantSource clock = InstantSource.system();

    PowertoolsStoreBuilder(Supplier<Wire> wires, String table) {
        this.wires = wires;
        this.names = new Names(Objects.requireNonNull(table, "table"));
    }

    /** {@code id} by default. What the table's partition key is called. */
    public PowertoolsStoreBuilder keyAttribute(String name) {
        names.id = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * None by default. What the table's sort key is called, if it has one: it then holds what is otherwise in the partition key.
     *
     * @param partitionValue what the partition key of all items is, such as {@code idempotency#payments}
     */
    public PowertoolsStoreBuilder sortKeyAttribute(String name, String partitionValue) {
        names.sort = Objects.requireNonNull(name, "name");
        names.partitionValue = Objects.requireNonNull(partitionValue, "partitionValue");
        return this;
    }

    /** {@code expiration} by default. */
    public PowertoolsStoreBuilder expiryAttribute(String name) {
        names.expiration = Objects.requireNonNull(name, "name");
        return this;
    }

    /** {@code in_progress_expiration} by default. */
    public PowertoolsStoreBuilder inProgressExpiryAttribute(String name) {
        names.inProgressExpiration = Objects.requireNonNull(name, "name");
        return this;
    }

    /** {@code status} by default. */
    public PowertoolsStoreBuilder statusAttribute(String name) {
        names.status = Objects.requireNonNull(name, "name");
        return this;
    }

    /** {@code data} by default. */
    public PowertoolsStoreBuilder dataAttribute(String name) {
        names.data = Objects.requireNonNull(name, "name");
        return this;
    }

    /** {@code validation} by default. */
    public PowertoolsStoreBuilder validationAttribute(String name) {
        names.validation = Objects.requireNonNull(name, "name");
        return this;
    }

    /** One second by default. See {@link DynamoDbStoreBuilder#skewAllowance}. */
    public PowertoolsStoreBuilder skewAllowance(Duration allowance) {
        skewAllowance = Objects.requireNonNull(allowance, "allowance");
        return this;
    }

    /** The system's clock by default. For tests. */
    public PowertoolsStoreBuilder clock(InstantSource choice) {
        clock = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Makes it, without a request: a cold start has no time for one.
     *
     * @throws IllegalArgumentException if the allowance is negative
     */
    public PowertoolsStore build() {
        if (skewAllowance.isNegative()) {
            throw new IllegalArgumentException("skewAllowance is " + skewAllowance + "; it must be zero or more");
        }
        Timing timing = new Timing(clock, skewAllowance);
        return new PowertoolsStore(wires.get(), new PowertoolsItems(names.copy(), timing), timing);
    }
}
