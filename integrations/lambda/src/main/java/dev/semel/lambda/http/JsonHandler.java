package dev.semel.lambda.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;

/** The application's handler, behind the guard. */
@FunctionalInterface
public interface JsonHandler {

    /** Handles an event and returns the answer as JSON text. */
    byte[] handle(JsonNode event, Context context) throws Exception;
}
