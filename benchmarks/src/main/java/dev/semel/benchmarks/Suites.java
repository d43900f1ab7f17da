package dev.semel.benchmarks;

import java.util.List;
import java.util.Optional;

/** The suites there are. */
final class Suites {
    private static final List<Suite> ALL = List.of(
            new CoreSuite(),
            new SqlSuite(),
            new RedisSuite(),
            new DynamoDbSuite(),
            new HttpSuite(),
            new StartSuite(),
            new LambdaSuite(),
            new CounterSuite());

    private Suites() {}

    static Optional<Suite> named(String name) {
        return ALL.stream().filter(suite -> suite.name().equals(name)).findFirst();
    }

    static List<Suite> all() {
        return ALL;
    }
}
