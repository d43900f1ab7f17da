/**
 * The answers to requests that did not run, failed, or must not be stored. Start reading at {@link dev.semel.http.reply.Replies}. This
 * internal package knows {@link dev.semel.http}, {@link dev.semel.http.request} and {@link dev.semel.http.status}.
 */
@NullMarked
package dev.semel.http.reply;

import org.jspecify.annotations.NullMarked;
