/** Wires Semel into a Spring Boot application. Start from {@link dev.semel.boot.SemelProperties}; nothing here has to be called. */
@NullMarked
package dev.semel.boot;

import org.jspecify.annotations.NullMarked;
