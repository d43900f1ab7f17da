/**
 * What the settings of a route determine, without the code and the transactions of an application. Start reading at {@link
 * dev.semel.boot.route.RouteDraft}. This package knows the settings and the routes of the HTTP module.
 */
@NullMarked
package dev.semel.boot.route;

import org.jspecify.annotations.NullMarked;
