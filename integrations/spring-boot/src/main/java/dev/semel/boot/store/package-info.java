/**
 * Chooses and opens the stores for records and counts, from an address or on a client of the application. Start reading at {@link
 * dev.semel.boot.store.SemelAutoConfiguration}, then {@link dev.semel.boot.store.StoreChoice}. This package knows the settings and all store
 * modules, and nothing about routes, methods or meters.
 */
@NullMarked
package dev.semel.boot.store;

import org.jspecify.annotations.NullMarked;
