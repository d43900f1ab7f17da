/**
 * Tests with scarce resources: a call with hardly any stack left, and CPU time that must not grow faster than its input. Start reading at {@link
 * dev.semel.servers.resource.ShortOfStack}. It knows the JDK only.
 */
@NullMarked
package dev.semel.servers.resource;

import org.jspecify.annotations.NullMarked;
