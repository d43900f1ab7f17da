package dev.semel.dynamodb;

import dev.semel.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes a {@link DynamoDbStore}. Not for use by many threads. */
public final class DynamoDbStoreBuilder {
    private static final Duration LONGEST_SKEW = Duration.ofHours(1);
    /** Leaves room for the rest of the item with the longest of keys. */
    private static final int MAX_RESULT = Bodies.MAX_ITEM - 4 * 1024;

    private final Supplier<Wire> wires;
    private final Map<Attribute, String> names = Attribute.defaultNames();
    private String table = "semel_record";
    private String partitionKey = "id";
    private String keyPrefix = "semel#";
    private @Nullable String sortKey;
    private String sortValue = "";
    private Duration skewAllowance = Duration.ofSeconds(1);
    private InstantSource clock = InstantSource.system();
    private int maxResultBytes = MAX_RESULT;
    private boolean compressResults;
    private @Nullable LargeResults largeResults;
    private int largeAbove;
    private boolean checkTable = true;
    private boolean createTable;

    DynamoDbStoreBuilder(Supplier<Wire> wires) {
        this.wires = wires;
    }

    /** {@code semel_record} by default, or what the address says. The table's name or its ARN. */
    public DynamoDbStoreBuilder table(String name) {
        table = Objects.requireNonNull(name, "name");
        return this;
    }

    /** {@code id} by default. What the table's partition key is called; its type must be S. */
    public DynamoDbStoreBuilder partitionKey(String name) {
        partitionKey = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * None by default. What the sort key of a shared table is called, and the value that it has in all items of records; its type must be S.
     *
     * @param value such as {@code "semel"}, not empty
     */
    public DynamoDbStoreBuilder sortKey(String name, String value) {
        sortKey = Objects.requireNonNull(name, "name");
        sortValue = Objects.requireNonNull(value, "value");
        return this;
    }

    /** {@code semel#} by default. What the partition keys of records begin with, to tell them from other items of a shared table. */
    public DynamoDbStoreBuilder keyPrefix(String prefix) {
        keyPrefix = Objects.requireNonNull(prefix, "prefix");
        return this;
    }

    /** As {@link Attribute} says by default. What an attribute is called in the items. All nodes must choose the same. */
    public DynamoDbStoreBuilder attribute(Attribute which, String name) {
        names.put(Objects.requireNonNull(which, "which"), Objects.requireNonNull(name, "name"));
        return this;
    }

    /**
     * One second by default. How far the clocks of any two nodes may be apart. A lease or a retention counts as over only when it is over by
     * this much, so it is never cut short; a crashed owner is taken over, and a record forgotten, this much later. If clocks are further apart,
     * a lease can be taken over while its owner still believes in it; what the owner writes after that is refused all the same.
     */
    public DynamoDbStoreBuilder skewAllowance(Duration allowance) {
        skewAllowance = Objects.requireNonNull(allowance, "allowance");
        return this;
    }

    /** The system's clock by default. For tests. */
    public DynamoDbStoreBuilder clock(InstantSource choice) {
        clock = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** 396 KiB by default, which is also the most: an item has at most 400 KB. A result that would take more is refused before it is sent. */
    public DynamoDbStoreBuilder maxResultBytes(int bytes) {
        maxResultBytes = bytes;
        return this;
    }

    /** False by default. Whether to compress results that get smaller by it. Compressed ones are read in either case. */
    public DynamoDbStoreBuilder compressResults(boolean choice) {
        compressResults = choice;
        return this;
    }

    /**
     * Nowhere by default. Where results go that are larger than the item should hold. All nodes must choose the same place.
     *
     * @param above how many bytes a result may take in the item, after compression if that is on
     */
    public DynamoDbStoreBuilder largeResults(LargeResults where, int above) {
        largeResults = Objects.requireNonNull(where, "where");
        largeAbove = above;
        return this;
    }

    /** True by default. Whether to look at the table when the store is built, by reading an item that is never there. */
    public DynamoDbStoreBuilder checkTable(boolean choice) {
        checkTable = choice;
        return this;
    }

    /** False by default. Whether to make the table if it is not there, with payment by request and time to live; for development. */
    public DynamoDbStoreBuilder createTable(boolean choice) {
        createTable = choice;
        return this;
    }

    /**
     * Checks the settings and the table, and makes the store.
     *
     * @throws IllegalArgumentException if settings are wrong, with all that are
     * @throws StoreException if the table can't be reached or has another shape, with what to do about it
     */
    public DynamoDbStore build() {
        List<String> problems = problems();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        Layout layout = new Layout(new Layout.Keys(table, partitionKey, keyPrefix, sortKey, sortValue), names);
        Bodies.Choice choice = new Bodies.Choice(maxResultBytes, compressResults, largeResults, largeAbove);
        Wire wire = wires.get();
        try {
            new Table(new Calls(wire), layout).prepare(createTable, checkTable);
        } catch (RuntimeException e) {
            wire.close();
            throw e;
        }
        return new DynamoDbStore(wire, layout, new Timing(clock, skewAllowance), new Bodies(layout, choice));
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        require(problems, Table.NAME.matcher(table).matches(), Table.NAME_RULE);
        require(problems, Layout.bytes(keyPrefix) <= 256, "keyPrefix must have at most 256 bytes");
        require(
                problems,
                sortKey == null || (!sortValue.isEmpty() && Layout.bytes(sortValue) <= 1_024),
                "the value of sortKey must have 1 to 1024 bytes");
        require(
                problems,
                !skewAllowance.isNegative() && skewAllowance.compareTo(LONGEST_SKEW) <= 0,
                "skewAllowance is " + skewAllowance + "; it must be between zero and " + LONGEST_SKEW);
        require(
                problems,
                maxResultBytes >= 1_000 && maxResultBytes <= MAX_RESULT,
                "maxResultBytes is " + maxResultBytes + "; it must be between 1000 and " + MAX_RESULT);
        require(
                problems,
                largeResults == null || (largeAbove >= 0 && largeAbove <= maxResultBytes),
                "largeResults begin above " + largeAbove + " bytes; that must be between 0 and maxResultBytes");
        requireDistinctNames(problems);
        return problems;
    }

    private void requireDistinctNames(List<String> problems) {
        Set<String> seen = new HashSet<>();
        List<String> all = new ArrayList<>(names.values());
        all.add(partitionKey);
        if (sortKey != null) {
            all.add(sortKey);
        }
        for (String name : all) {
            require(
                    problems,
                    !name.isEmpty() && name.length() <= 255,
                    "an attribute's name must have 1 to 255 characters");
            require(
                    problems,
                    seen.add(name),
                    "two attributes are called \"" + name + "\"; each needs a name of its own");
        }
    }

    private static void require(List<String> problems, boolean right, String otherwise) {
        if (!right) {
            problems.add(otherwise);
        }
    }
}
