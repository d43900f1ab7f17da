package dev.semel.boot;

import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One of {@code semel.quotas.<name>}: how many requests are let through for each caller. Several limits are taken together, all or none. Routes with the
 * same quota share what is left.
 *
 * @param perMinute how many in a minute
 * @param perHour how many in an hour
 * @param perDay how many in a day
 * @param perWeek how many from Monday to Sunday
 * @param perMonth how many in a month
 * @param perWindow how many in a window of a length of its own
 * @param window the length of that window
 * @param zone whose calendar the windows follow
 * @param failOpen whether requests run uncounted while the counts can't be reached, and else get 503
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
        @DefaultValue("false") boolean failOpen) {}
