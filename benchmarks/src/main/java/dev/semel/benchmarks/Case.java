package dev.semel.benchmarks;

import java.util.Map;

/**
 * One benchmark method under one set of circumstances.
 *
 * @param scene what is done; cases of one scene are compared with each other
 * @param subject who does it
 * @param type the class of the benchmark method
 * @param method its name
 * @param threads how many call it at the same time
 * @param parameters values of the benchmark's {@code @Param} fields
 */
record Case(String scene, String subject, Class<?> type, String method, int threads, Map<String, String> parameters) {

    Case {
        parameters = Map.copyOf(parameters);
    }
}
