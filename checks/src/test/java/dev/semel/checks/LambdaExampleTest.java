package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.servers.DynamoDbLocal;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example for SAM: its handler compiles and works, and its template names what is there. */
@DisplayName("the example of a Lambda function")
class LambdaExampleTest {
    private static final Path EXAMPLE = Project.ROOT.resolve("examples/lambda");
    private static final String HANDLER = "example.PaymentsFunction";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("charges once for each order")
    void works() throws Exception {
        compile();
        String uri = DynamoDbLocal.shared().uri();
        DynamoDbStore.builder("dynamodb://eu-west-1/semel_record?endpoint=" + uri)
                .createTable(true)
                .build()
                .close();
        System.setProperty("SEMEL_ENDPOINT", uri);
        System.setProperty("aws.region", "eu-west-1");
        System.setProperty("aws.accessKeyId", "test");
        System.setProperty("aws.secretAccessKey", "test");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Class<?> type = loader.loadClass(HANDLER);
            Object payment = loader.loadClass(HANDLER + "$Payment")
                    .getConstructor(String.class, long.class, String.class)
                    .newInstance("o-1", 1250L, "EUR");
            Object first = invoke(type, payment);
            assertThat(first.toString()).contains("cents=1250");
            assertThat(invoke(type, payment)).isEqualTo(first);
        } finally {
            List.of("SEMEL_ENDPOINT", "aws.region", "aws.accessKeyId", "aws.secretAccessKey")
                    .forEach(System::clearProperty);
        }
    }

    /** In a new environment each time. */
    @SuppressWarnings("unchecked")
    private static Object invoke(Class<?> type, Object payment) throws Exception {
        RequestHandler<Object, Object> function =
                (RequestHandler<Object, Object>) type.getConstructor().newInstance();
        Context context = (Context) Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {Context.class}, (self, method, arguments) -> 15_000);
        return function.handleRequest(payment, context);
    }

    private void compile() throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        boolean compiled = compiler.getTask(
                        said,
                        null,
                        null,
                        List.of("-d", folder.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null)
                                .getJavaFileObjects(EXAMPLE.resolve("src/main/java/example/PaymentsFunction.java")))
                .call();
        assertThat(compiled).as(said.toString()).isTrue();
    }

    @Test
    @DisplayName("has a template that names its handler, the table's attributes, and no more permissions than it needs")
    void template() {
        String template = Project.text(EXAMPLE.resolve("template.yaml"));
        assertThat(template)
                .contains("Handler: " + HANDLER + "::handleRequest")
                .contains("AttributeName: id", "AttributeName: ttl", "SEMEL_TABLE: !Ref Records");
        assertThat(template.lines().map(String::strip).filter(line -> line.startsWith("- dynamodb:")))
                .containsExactly("- dynamodb:PutItem", "- dynamodb:UpdateItem");
        assertThat(Project.text(EXAMPLE.resolve("pom.xml"))).contains("semel-lambda", "semel-store-dynamodb");
    }
}
