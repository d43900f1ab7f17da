package dev.semel.torture.crew;

import dev.semel.servers.FlakyProxy;
import dev.semel.servers.PostgresPair;
import dev.semel.servers.PostgresServer;

/**
 * A PostgreSQL primary, which workers and the books reach through proxies that lead to its standby when that takes its place. Those of a Place go by the
 * names that it has for them.
 */
public final class Promotion implements AutoCloseable {
    private final PostgresPair pair;
    private final boolean mayForget;
    private final FlakyProxy proxy;
    private final FlakyProxy direct;

    private Promotion(PostgresPair pair, boolean mayForget) {
        this.pair = pair;
        this.mayForget = mayForget;
        this.proxy = FlakyProxy.to(pair.primary());
        this.direct = FlakyProxy.to(pair.primary());
    }

    /**
     * Starts the servers.
     *
     * @param synchronous whether commits wait for the standby
     * @param mayForget whether it is excused that a promotion forgets what was acknowledged
     */
    static Promotion start(boolean synchronous, boolean mayForget) {
        return new Promotion(PostgresPair.start(synchronous), mayForget);
    }

    PostgresServer primary() {
        return pair.primary();
    }

    /** Returns the proxy of the workers, on which requests and replies get lost. */
    FlakyProxy proxy() {
        return proxy;
    }

    /** Returns the direct address, on which nothing gets lost. */
    FlakyProxy direct() {
        return direct;
    }

    public boolean mayForget() {
        return mayForget;
    }

    public void cutOff() {
        pair.cutOff();
    }

    public void promote() {
        pair.promote();
        proxy.redirect(pair.primary());
        direct.redirect(pair.primary());
    }

    public void addStandby() {
        pair.addStandby();
    }

    @Override
    public void close() {
        direct.close();
        proxy.close();
        pair.close();
    }
}
