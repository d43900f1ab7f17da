package dev.semel.torture.site;

import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.counter.store.CounterStore;
import dev.semel.session.Sessions;
import dev.semel.store.Store;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntConsumer;

/** The stores at an address, as a worker opens them. */
public interface Site extends AutoCloseable {

    /** Opens what is at an address of the kind that {@code ./semel demo} takes. */
    static Site open(WorkerSettings settings, Points points) {
        String address = settings.address();
        if (address.startsWith("redis")) {
            return new RedisSite(settings);
        } else if (address.startsWith("dynamodb:")) {
            return new WatchedBooks(new DynamoDbSite(settings), points);
        } else if (address.startsWith("sqlite:")) {
            return new WatchedBooks(SqlSite.file(settings), points);
        } else if (address.startsWith("jdbc:")) {
            return SqlSite.pooled(settings, points);
        }
        throw new IllegalArgumentException(
                "no store is known at addresses of this kind; give sqlite:PATH, jdbc:postgresql://, jdbc:mariadb://, jdbc:mysql://, redis:// or dynamodb://");
    }

    Store store();

    CounterStore counts();

    /** Returns whether {@link #book} can be called. */
    boolean hasBooks();

    /** Runs work whose effect commits together with the record, on behalf of {@code operation}, which is in its scope already. */
    Outcome<String> book(Operation<String> operation, String key, String request, Posting work);

    /** Returns the transactions that {@link #book} opens, for routes that run in them; empty if none can. */
    default Optional<Sessions<? extends Context>> transactions() {
        return Optional.empty();
    }

    /** Returns where the rows go that commit with the record of an attempt in {@link #transactions}. */
    default Page page(Context attempt) {
        throw new IllegalStateException("no route runs in transactions here");
    }

    /** Takes a connection of the pool that the store uses, as work does that runs beside it; what is returned gives it back. */
    default Runnable borrow() {
        return () -> {};
    }

    /**
     * Keeps all connections that the pool gives away for so long; where there is no pool, it does nothing.
     *
     * @param dry is run when the pool gives no more of them, with the number that it did not give
     * @param noMore is run before they are given back, if {@code dry} was run
     */
    default void runDry(Duration time, IntConsumer dry, Runnable noMore) {}

    @Override
    void close();

    /** Work whose effect is a row. */
    @FunctionalInterface
    interface Posting {
        String run(Page page);
    }

    /** Where the rows go that commit with the record. */
    @FunctionalInterface
    interface Page {
        void post(String row);
    }
}
