package dev.semel.boot;

import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One of {@code semel.quotas.<name>}: how many requests of each caller are accepted. Several limits are counted
 * together, all or none. Routes with the same quota share its counts.
 *
 * @param perMinute requests per minute
 * @param perHour requests per hour
 * @param perDay requests per day
 * @param perWeek requests per week, from Monday to Sunday
 * @param perMonth requests per month
 * @param perWindow requests per window of the length that window sets
 * @param window the length of the window that per-window counts in
 * @param zone the time zone of the windows
 * @param maxRate the largest ratio of the remaining amount to the time until the reset that callers see, in requests
 *     for each second; no cap by default
 * @param resetJitter a random time of up to this is added to the reset that callers see
 * @param showPartitions whether callers see a digest of the subject that they are counted for
 * @param failOpen whether requests run uncounted while the counts are unreachable; otherwise they get 503
 */
public record QuotaProperties(
        @Nullable Long perMinute,
        @Nullable Long perHour,
        @Nullable Long perDay,
        @Nullable Long perWeek,
        @Nullable Long perMonth,
        @Nullable Long perWindow,
        @Nullable Duration window,
        @DefaultValue("UTC") ZoneId zone,
        @Nullable Double maxRate,
        @DefaultValue("0s") Duration resetJitter,
        @DefaultValue("false") boolean showPartitions,
        @DefaultValue("false") boolean failOpen) {}
