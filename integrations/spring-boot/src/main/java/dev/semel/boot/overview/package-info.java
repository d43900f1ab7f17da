/**
 * What is guarded, how, and in which store: facts for the log at the start and for the Actuator. Start reading at {@link
 * dev.semel.boot.overview.Overview}. This package knows the settings, the operations, and the routes and methods that are guarded.
 */
@NullMarked
package dev.semel.boot.overview;

import org.jspecify.annotations.NullMarked;
