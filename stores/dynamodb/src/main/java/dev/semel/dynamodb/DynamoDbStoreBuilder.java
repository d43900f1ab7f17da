package dev.semel.dynamodb;

import dev.semel.StoreException;
import dev.semel.dynamodb.record.ItemCodec;
import dev.semel.dynamodb.record.ItemLayout;
import dev.semel.dynamodb.record.ResultStorage;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.dynamodb.wire.DynamoDbTable;
import dev.semel.dynamodb.wire.TableKeys;
import dev.semel.skew.SkewedClock;
import dev.semel.store.LargeResults;
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

/** Configures and builds a {@link DynamoDbStore}. Not safe for use by many threads. */
public final class DynamoDbStoreBuilder {
    private static final Duration LONGEST_SKEW = Duration.ofHours(1);
    /** Leaves room for the rest of the item with the longest key. */
    private static final int MAX_RESULT = ResultStorage.MAX_ITEM - 4 * 1024;

    private final Supplier<DynamoDbLink> links;
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

    DynamoDbStoreBuilder(Supplier<DynamoDbLink> links) {
        this.links = links;
    }

    /** Sets the table, by its name or its ARN. Defaults to the table in the address, or to {@code semel_record}. */
    public DynamoDbStoreBuilder table(String name) {
        table = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Sets the name of the table's partition key, whose type must be S. Defaults to {@code id}. */
    public DynamoDbStoreBuilder partitionKey(String name) {
        partitionKey = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * Sets the name of a shared table's sort key, whose type must be S, and its value in all items of records. Defaults to a table without a
     * sort key.
     *
     * @param value such as {@code "semel"}; not empty
     */
    public DynamoDbStoreBuilder sortKey(String name, String value) {
        sortKey = Objects.requireNonNull(name, "name");
        sortValue = Objects.requireNonNull(value, "value");
        return this;
    }

    /**
     * Sets what the partition keys of records begin with, to distinguish them from other items of a shared table. Defaults to {@code semel#}.
     */
    public DynamoDbStoreBuilder keyPrefix(String prefix) {
        keyPrefix = Objects.requireNonNull(prefix, "prefix");
        return this;
    }

    /**
     * Sets the name of an attribute in the items. All nodes must use the same names. Each {@link Attribute} says its default.
     */
    public DynamoDbStoreBuilder attribute(Attribute which, String name) {
        names.put(Objects.requireNonNull(which, "which"), Objects.requireNonNull(name, "name"));
        return this;
    }

    /**
     * Sets how far the clocks of any two nodes may be apart. Defaults to one second.
     *
     * <p>A lease or a retention counts as expired this much after its end, so it is never cut short. A crashed owner is taken over, and a record
     * forgotten, this much later. If the clocks are further apart, a lease can be taken over while its owner still relies on it; the store then
     * refuses the owner's writes all the same.
     */
    public DynamoDbStoreBuilder skewAllowance(Duration allowance) {
        skewAllowance = Objects.requireNonNull(allowance, "allowance");
        return this;
    }

    /** Sets the clock, for tests. Defaults to the system's. */
    public DynamoDbStoreBuilder clock(InstantSource choice) {
        clock = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sets how many bytes a result may have. Defaults to 396 KiB, which is also the most, since an item has at most 400 KB. A larger result is
     * refused before it is sent.
     */
    public DynamoDbStoreBuilder maxResultBytes(int bytes) {
        maxResultBytes = bytes;
        return this;
    }

    /** Sets whether to compress results that get smaller by it. Defaults to false. Compressed results can be read in either case. */
    public DynamoDbStoreBuilder compressResults(boolean choice) {
        compressResults = choice;
        return this;
    }

    /**
     * Sets where results go that are larger than an item should hold. All nodes must use the same place. None by default: larger results are
     * refused.
     *
     * @param above how many bytes a result may take in the item, after compression if that is on
     */
    public DynamoDbStoreBuilder largeResults(LargeResults where, int above) {
        largeResults = Objects.requireNonNull(where, "where");
        largeAbove = above;
        return this;
    }

    /** Sets whether to check the table when the store is built, by reading an item that never exists. Defaults to true. */
    public DynamoDbStoreBuilder checkTable(boolean choice) {
        checkTable = choice;
        return this;
    }

    /**
     * Sets whether to create the table if it does not exist, with payment by request and time to live. Defaults to false; for development.
     */
    public DynamoDbStoreBuilder createTable(boolean choice) {
        createTable = choice;
        return this;
    }

    /**
     * Checks the settings and the table, and returns the store.
     *
     * @throws IllegalArgumentException if settings are invalid; the message lists all of them
     * @throws StoreException if the table can't be reached or has other keys; the message says what to do
     */
    public DynamoDbStore build() {
        List<String> problems = problems();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        TableKeys keys = new TableKeys(table, partitionKey, keyPrefix, sortKey, sortValue);
        DynamoDbLink link = links.get();
        try {
            new DynamoDbTable(link, keys, Objects.requireNonNull(names.get(Attribute.TTL)))
                    .prepare(createTable, checkTable);
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
        ItemLayout layout = new ItemLayout(keys, Attribute.placeholders(names));
        SkewedClock skewed = new SkewedClock(clock, skewAllowance);
        ResultStorage results =
                new ResultStorage(layout, new ResultStorage.Choice(maxResultBytes, compressResults, elsewhere()));
        return new DynamoDbStore(link, new ItemCodec(layout, skewed, results), skewed);
    }

    private ResultStorage.@Nullable Elsewhere elsewhere() {
        return largeResults == null
                ? null
                : new ResultStorage.Elsewhere(largeAbove, largeResults::put, largeResults::get);
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        require(problems, TableKeys.isTableName(table), TableKeys.invalidTableName(table));
        require(
                problems,
                ItemLayout.bytes(keyPrefix) <= 256,
                "keyPrefix has " + ItemLayout.bytes(keyPrefix) + " bytes; must have at most 256");
        require(
                problems,
                sortKey == null || (!sortValue.isEmpty() && ItemLayout.bytes(sortValue) <= 1_024),
                "the value of sortKey has " + ItemLayout.bytes(sortValue) + " bytes; must have 1 to 1024");
        require(
                problems,
                !skewAllowance.isNegative() && skewAllowance.compareTo(LONGEST_SKEW) <= 0,
                "skewAllowance is " + skewAllowance + "; must be between zero and " + LONGEST_SKEW);
        require(
                problems,
                maxResultBytes >= 1_000 && maxResultBytes <= MAX_RESULT,
                "maxResultBytes is " + maxResultBytes + "; must be between 1000 and " + MAX_RESULT);
        require(
                problems,
                largeResults == null || (largeAbove >= 0 && largeAbove <= maxResultBytes),
                "largeResults begin above " + largeAbove + " bytes; must be between 0 and maxResultBytes");
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
                    "an attribute's name has " + name.length() + " characters; must have 1 to 255");
            require(problems, seen.add(name), "two attributes are called \"" + name + "\"; give each its own name");
        }
    }

    private static void require(List<String> problems, boolean right, String otherwise) {
        if (!right) {
            problems.add(otherwise);
        }
    }
}
