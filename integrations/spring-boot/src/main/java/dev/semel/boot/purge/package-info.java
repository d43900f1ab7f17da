/**
 * The scheduled purge of SQL stores. Start reading at {@link dev.semel.boot.purge.PurgeSchedule}. This package knows the purger of the SQL
 * store, and nothing about other stores or meters.
 */
@NullMarked
package dev.semel.boot.purge;

import org.jspecify.annotations.NullMarked;
