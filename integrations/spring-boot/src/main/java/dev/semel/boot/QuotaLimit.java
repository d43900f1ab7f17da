package dev.semel.boot;

import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.http.quota.RouteQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit of a quota. The counter behind the monthly limit of the quota {@code requests} is named {@code
 * requests.month}.
 *
 * @param name the name of the window
 * @param most the number of requests in a window
 * @param window the window
 */
record QuotaLimit(String name, long most, Window window) {

    /**
     * Builds a quota from its settings.
     *
     * @throws WrongSettingException if the settings are invalid
     */
    static RouteQuota.Builder quota(String name, QuotaProperties settings, Counters counters) {
        try {
            List<QuotaLimit> limits = limits(settings);
            if (limits.isEmpty()) {
                throw new IllegalArgumentException("it has no limit; set at least one, such as per-month");
            }
            RouteQuota.Builder quota = RouteQuota.builder(counters);
            for (QuotaLimit each : limits) {
                quota.limit(
                        counters.counter(name + "." + each.name, each.window).build(), each.most);
            }
            if (settings.maxRate() != null) {
                quota.maxRate(settings.maxRate());
            }
            if (settings.showPartitions()) {
                quota.showPartitions();
            }
            quota.resetJitter(settings.resetJitter());
            return settings.failOpen() ? quota.failOpen() : quota;
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "semel.quotas." + name + " is invalid: " + e.getMessage(), "Correct it.", e);
        }
    }

    private static List<QuotaLimit> limits(QuotaProperties settings) {
        List<QuotaLimit> all = new ArrayList<>();
        add(all, "minute", settings.perMinute(), Window.minute(settings.zone()));
        add(all, "hour", settings.perHour(), Window.hour(settings.zone()));
        add(all, "day", settings.perDay(), Window.day(settings.zone()));
        add(all, "week", settings.perWeek(), Window.week(settings.zone()));
        add(all, "month", settings.perMonth(), Window.month(settings.zone()));
        Duration window = settings.window();
        if ((window == null) != (settings.perWindow() == null)) {
            throw new IllegalArgumentException("it has only one of window and per-window; set both of them, or none");
        }
        if (window != null) {
            add(all, "window", settings.perWindow(), Window.every(window));
        }
        return all;
    }

    private static void add(List<QuotaLimit> all, String name, @Nullable Long most, Window window) {
        if (most != null) {
            all.add(new QuotaLimit(name, most, window));
        }
    }
}
