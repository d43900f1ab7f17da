/**
 * Routes from settings, and the filter that guards them, in servlet and WebFlux applications. Start reading at {@link
 * dev.semel.boot.http.SemelHttpAutoConfiguration}, then {@link dev.semel.boot.http.RouteFactory}. This package knows the settings, the start-up
 * checks and the auto-configuration of the store, and nothing about how stores are opened.
 */
@NullMarked
package dev.semel.boot.http;

import org.jspecify.annotations.NullMarked;
