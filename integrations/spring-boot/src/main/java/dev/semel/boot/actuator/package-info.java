/**
 * What operators see and do through Spring Boot's Actuator: the health of the store, and endpoints that look records up and end them by hand.
 * Start reading at {@link dev.semel.boot.actuator.SemelEndpoint}. This package knows the store SPI, the policies of operations and the Actuator
 * of Spring Boot 3 and 4.
 */
@NullMarked
package dev.semel.boot.actuator;

import org.jspecify.annotations.NullMarked;
