/**
 * The endpoints of the demo. Start reading at {@link dev.semel.demo.endpoint.Payments}. It knows requests and the ledger;
 * that operations take effect once is configured in {@code application.yml}.
 */
@NullMarked
package dev.semel.demo.endpoint;

import org.jspecify.annotations.NullMarked;
