package dev.semel.boot;

import dev.semel.http.RouteQuota;

/** Who wants to know what becomes of requests of routes with quotas. */
@FunctionalInterface
interface QuotaListener {
    void on(String quota, String operation, RouteQuota.Decision decision);
}
