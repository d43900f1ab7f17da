/** A service with payments, orders, webhooks and emails to try Semel on. Start from {@link dev.semel.demo.Demo}. */
@NullMarked
package dev.semel.demo;

import org.jspecify.annotations.NullMarked;
