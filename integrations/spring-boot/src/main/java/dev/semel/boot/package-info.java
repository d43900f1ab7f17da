/**
 * Semel for Spring Boot: the settings, and what an application imports to customize them. Nothing here has to be called. Start reading at
 * {@link dev.semel.boot.SemelProperties}. This package knows none of the packages below it, which hold the auto-configurations: {@code store},
 * {@code http}, {@code method}, {@code purge}, {@code metrics}, {@code actuator}, and the start-up checks in {@code check}.
 */
@NullMarked
package dev.semel.boot;

import org.jspecify.annotations.NullMarked;
