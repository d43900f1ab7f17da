package dev.semel.checks.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.crac.Core;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.api.client.runtimeapi.JniHelper;
import dev.semel.RecordState;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.servers.DynamoDbLocal;
import dev.semel.store.BrowsableStore;
import dev.semel.store.StoredRecord;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example for SAM: its handler compiles and works, and its template names what is there. */
@DisplayName("the example of a Lambda function")
class ExampleTest {
    private static final Path ROOT = Path.of(System.getProperty("semel.root", "../../.."))
            .toAbsolutePath()
            .normalize();
    private static final Path EXAMPLE = ROOT.resolve("examples/lambda");
    private static final String HANDLER = "example.PaymentsFunction";

    private static final Map<String, String> SETTINGS = Map.of(
            "SEMEL_ENDPOINT",
            DynamoDbLocal.shared().uri(),
            "aws.region",
            "eu-west-1",
            "aws.accessKeyId",
            "test",
            "aws.secretAccessKey",
            "test");

    @TempDir
    private static Path folder;

    private static DynamoDbStore store;
    private static URLClassLoader loader;

    @BeforeAll
    static void deploy() throws Exception {
        compile();
        loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, ExampleTest.class.getClassLoader());
        SETTINGS.forEach(System::setProperty);
        store = DynamoDbStore.builder("dynamodb://eu-west-1/semel_record?endpoint=" + SETTINGS.get("SEMEL_ENDPOINT"))
                .createTable(true)
                .build();
    }

    @AfterAll
    static void remove() throws Exception {
        SETTINGS.keySet().forEach(System::clearProperty);
        store.close();
        loader.close();
    }

    /** In a new environment each time. */
    @SuppressWarnings("unchecked")
    private static RequestHandler<Object, Object> start() throws Exception {
        return (RequestHandler<Object, Object>)
                loader.loadClass(HANDLER).getConstructor().newInstance();
    }

    private static Object invoke(RequestHandler<Object, Object> function) throws Exception {
        Object payment = loader.loadClass(HANDLER + "$Payment")
                .getConstructor(String.class, long.class, String.class)
                .newInstance("o-1", 1250L, "EUR");
        Context context = (Context)
                Proxy.newProxyInstance(loader, new Class<?>[] {Context.class}, (self, method, arguments) -> 15_000);
        return function.handleRequest(payment, context);
    }

    @Test
    @DisplayName("charges once for each order")
    void works() throws Exception {
        Object first = invoke(start());
        assertThat(first.toString()).contains("cents=1250");
        assertThat(invoke(start())).isEqualTo(first);
    }

    @Test
    @DisplayName(
            "has asked the store before SnapStart takes its snapshot, by Lambda's own hook, and answers after it is restored")
    void snapshot() throws Exception {
        RequestHandler<Object, Object> function = start();
        assertThat(warmUps()).isEmpty();
        JniHelper.load(); // as the runtime does before anything else; it empties the name cache before a snapshot
        Core.getGlobalContext().beforeCheckpoint(null);
        Core.getGlobalContext().afterRestore(null);
        assertThat(warmUps())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.state()).isEqualTo(RecordState.COMPLETED));
        assertThat(invoke(function).toString()).contains("cents=1250");
    }

    private static List<StoredRecord> warmUps() {
        return store.browse(BrowsableStore.Query.first(100).withOperation("semel.warm-up"));
    }

    private static void compile() throws Exception {
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
    void template() throws IOException {
        String template = Files.readString(EXAMPLE.resolve("template.yaml"));
        assertThat(template)
                .contains("Handler: " + HANDLER + "::handleRequest")
                .contains("AttributeName: id", "AttributeName: ttl", "SEMEL_TABLE: !Ref Records");
        assertThat(template.lines().map(String::strip).filter(line -> line.startsWith("- dynamodb:")))
                .containsExactly("- dynamodb:PutItem", "- dynamodb:UpdateItem");
    }

    @Test
    @DisplayName("takes the versions that Semel is tested with")
    void versions() throws IOException {
        String ours = Files.readString(ROOT.resolve("pom.xml"));
        String example = Files.readString(EXAMPLE.resolve("pom.xml"));
        assertThat(example).contains("semel-lambda", "semel-store-dynamodb");
        for (String each : List.of("aws-sdk", "crac")) {
            String version = ours.replaceAll("(?s).*<" + each + ".version>([^<]+)<.*", "$1");
            assertThat(example).contains("<version>" + version + "</version>");
        }
    }
}
