package dev.semel.boot;

import dev.semel.http.quota.RouteQuota;

/** A listener for the decisions about requests to routes with quotas. */
@FunctionalInterface
public interface QuotaListener {

    /**
     * Receives a decision.
     *
     * @param quota the name of the quota
     * @param operation the name of the route's operation
     */
    void on(String quota, String operation, RouteQuota.Decision decision);
}
