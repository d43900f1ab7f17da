package dev.semel.http.guard;

import dev.semel.http.Dialogue;
import dev.semel.http.status.StatusAddresses;
import dev.semel.store.Store;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.List;

/**
 * What all status addresses of a guard share.
 *
 * @param store the store of the records
 * @param waiters the bounds on callers that wait for a status
 * @param longestWait how long one of them waits at most
 */
record StatusDesk(
        List<GuardedRoute> routes,
        StatusAddresses addresses,
        Store store,
        Dialogue dialogue,
        Timekeeper time,
        Waiters waiters,
        Duration longestWait) {}
