/**
 * The status addresses of requests, and the pointers by which the store finds them. Start reading at {@link
 * dev.semel.http.status.StatusAddresses}. This internal package knows the store and {@link dev.semel.http.Exchange}.
 */
@NullMarked
package dev.semel.http.status;

import org.jspecify.annotations.NullMarked;
