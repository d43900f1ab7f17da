package dev.semel.boot;

import java.util.List;
import org.springframework.util.ClassUtils;

/**
 * What has to be on the class path for a kind of store, beside the starter.
 *
 * @param classes that show that it is there
 * @param artifacts that bring it
 */
record Requirement(List<String> classes, String artifacts) {
    private static final String SQL = "dev.semel.jdbc.JdbcStore";

    static Requirement of(StoreAddress.Kind kind) {
        return switch (kind) {
            case MEMORY -> new Requirement(List.of(), "");
            case SQLITE ->
                new Requirement(
                        List.of(SQL, "org.sqlite.JDBC"), "dev.semel:semel-store-jdbc and org.xerial:sqlite-jdbc");
            case H2, JDBC ->
                new Requirement(
                        List.of(SQL, "com.zaxxer.hikari.HikariDataSource"),
                        "dev.semel:semel-store-jdbc, com.zaxxer:HikariCP and the database's driver");
            case REDIS -> new Requirement(List.of("dev.semel.redis.RedisStore"), "dev.semel:semel-store-redis");
            case DYNAMODB ->
                new Requirement(
                        List.of("dev.semel.dynamodb.DynamoDbStore"),
                        "dev.semel:semel-store-dynamodb and an HTTP client of the AWS SDK");
        };
    }

    void check() {
        ClassLoader loader = Requirement.class.getClassLoader();
        if (!classes.stream().allMatch(name -> ClassUtils.isPresent(name, loader))) {
            throw new WrongSettingException(
                    "semel.store names a store whose module is not on the class path", "Add " + artifacts + ".");
        }
    }
}
