/**
 * What fails the start of an application, and how the failure is described: misspelt settings, routes that match no handler, and failure
 * analyzers. Start reading at {@link dev.semel.boot.check.SettingsCheck} and {@link dev.semel.boot.check.RouteCheck}. This package knows the
 * settings and the handlers of Spring MVC and WebFlux, and nothing about stores, meters or endpoints.
 */
@NullMarked
package dev.semel.boot.check;

import org.jspecify.annotations.NullMarked;
