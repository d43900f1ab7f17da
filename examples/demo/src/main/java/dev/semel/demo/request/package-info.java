/**
 * Reading requests: the JSON body, the caller, the key and the headers to try things out, with a problem document for
 * each that is not valid. Start reading at {@link dev.semel.demo.request.TrialHeaders}. It knows HTTP, and no
 * endpoint or database.
 */
@NullMarked
package dev.semel.demo.request;

import org.jspecify.annotations.NullMarked;
