package dev.semel.servers;

/**
 * A PostgreSQL primary and one standby that follows it, which can take its place. If they are synchronous, the standby has every commit
 * that was acknowledged; if not, a promotion may forget some. For one thread at a time.
 */
public final class PostgresPair implements AutoCloseable {
    private static final String RELOAD = "SELECT pg_reload_conf()";

    /** Waits for a minute; what was seen of other sessions is kept for a transaction unless it is cleared. */
    private static final String AWAIT = "DO $$ BEGIN FOR i IN 1..600 LOOP PERFORM pg_stat_clear_snapshot();"
            + " IF EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'%s) THEN RETURN; END IF;"
            + " PERFORM pg_sleep(0.1); END LOOP; RAISE EXCEPTION 'no standby follows this server as it should: %%, %%',"
            + " current_setting('synchronous_standby_names'),"
            + " (SELECT json_agg(r) FROM pg_stat_replication r); END $$";

    private final boolean synchronous;
    private PostgresServer primary;
    private PostgresServer standby; // the primary itself while there is none

    private PostgresPair(boolean synchronous, PostgresServer primary) {
        this.synchronous = synchronous;
        this.primary = primary;
        this.standby = primary;
    }

    /**
     * Starts both, and returns when the standby follows.
     *
     * @param synchronous whether a commit waits until the standby has it on disk
     */
    public static PostgresPair start(boolean synchronous) {
        PostgresServer primary = PostgresServer.start();
        PostgresPair pair = new PostgresPair(synchronous, primary);
        try {
            pair.addStandby();
            return pair;
        } catch (RuntimeException | Error e) {
            pair.close();
            throw e;
        }
    }

    /** Returns the server that takes writes. */
    public PostgresServer primary() {
        return primary;
    }

    /** Freezes the standby and cuts it off: it gets nothing of what is written from now on. */
    public void cutOff() {
        standby.pause();
        primary.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_replication");
    }

    /**
     * Kills the primary and makes the standby take its place; returns when that takes writes. There is no standby then, and no commit waits for
     * one, until {@link #addStandby}.
     */
    public void promote() {
        primary.kill();
        standby.resume();
        standby.execute("ALTER SYSTEM SET synchronous_standby_names = ''", RELOAD, "SELECT pg_promote(true, 60)");
        PostgresServer former = primary;
        primary = standby;
        former.close();
    }

    /** Starts a new standby, in place of one that there may be, of what is the primary now, and returns when it follows. */
    public void addStandby() {
        if (standby != primary) {
            standby.close();
        }
        standby = PostgresServer.following(primary);
        follow();
    }

    private void follow() {
        primary.execute(String.format(AWAIT, ""));
        if (synchronous) {
            primary.execute(
                    "ALTER SYSTEM SET synchronous_standby_names = '*'",
                    RELOAD,
                    // What the session that asks has read of the settings itself may be older.
                    String.format(AWAIT, " AND sync_priority > 0"));
        }
    }

    /** Kills both servers and deletes their data. */
    @Override
    public void close() {
        primary.close();
        if (standby != primary) {
            standby.close();
        }
    }
}
