/**
 * A service with payments, orders, webhooks and emails to try Semel on. This package starts it and wires it; behind it
 * are {@code start} (command line and database), {@code endpoint}, {@code request} (headers and bodies) and
 * {@code ledger} (the rows). Start reading at {@link dev.semel.demo.Demo}. It knows the starter; what makes operations
 * take effect once is in {@code application.yml}.
 */
@NullMarked
package dev.semel.demo;

import org.jspecify.annotations.NullMarked;
