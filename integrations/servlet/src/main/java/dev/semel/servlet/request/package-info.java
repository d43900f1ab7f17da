/**
 * Requests whose body was read before the application runs: the application reads it from memory, with forms and parts parsed there. Start
 * reading at {@link dev.semel.servlet.request.BufferedRequest}. This package knows the Servlet API and the rules of HTTP, and nothing about
 * answers or about how a request runs.
 */
@NullMarked
package dev.semel.servlet.request;

import org.jspecify.annotations.NullMarked;
