package dev.semel.spring;

import dev.semel.spring.SqlContext.Database;
import java.io.IOException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** An application that places an order and dies at a given step, as by kill -9. */
final class OrderDeath {
    static final int DEAD = 42;

    /** Where it dies. */
    enum Step {
        PLACED,
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    private OrderDeath() {}

    static Process start(Database database, Step dieAt, String key) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrderDeath.class.getName(),
                        database.url(),
                        database.user(),
                        dieAt.name(),
                        key)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    public static void main(String[] args) throws Exception {
        Step dieAt = Step.valueOf(args[2]);
        DataSource pool = new Database(args[0], args[1]).pool(4);
        AnnotationConfigApplicationContext context =
                SqlContext.open(new DelegatingDataSource(pool), Orders.class, DyingManager.class);
        context.getBean(DyingManager.class).dieAt = dieAt;
        context.getBean(Orders.class).place(args[3], () -> {
            if (dieAt == Step.PLACED) {
                Runtime.getRuntime().halt(DEAD);
            }
        });
    }
}
