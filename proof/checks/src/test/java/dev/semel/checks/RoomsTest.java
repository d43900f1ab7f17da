package dev.semel.checks;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.semel.BoundOperation;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.dynamodb.Attribute;
import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.dynamodb.DynamoDbStoreBuilder;
import dev.semel.dynamodb.Writes;
import dev.semel.dynamodb.counter.DynamoDbCounterStore;
import dev.semel.http.HttpGuard;
import dev.semel.http.profile.HttpProfile;
import dev.semel.http.quota.RouteQuota;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.PrivateFile;
import dev.semel.jdbc.PurgeEvent;
import dev.semel.jdbc.Purgeable;
import dev.semel.jdbc.Purger;
import dev.semel.jdbc.RoutedStore;
import dev.semel.jdbc.SqlContext;
import dev.semel.jdbc.SqlTransaction;
import dev.semel.jdbc.counter.CountSql;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.memory.MemoryStore;
import dev.semel.momento.MomentoAddress;
import dev.semel.momento.MomentoStore;
import dev.semel.momento.MomentoStoreBuilder;
import dev.semel.powertools.PowertoolsStore;
import dev.semel.powertools.PowertoolsStoreBuilder;
import dev.semel.redis.RedisConcern;
import dev.semel.redis.RedisLink;
import dev.semel.redis.RedisStore;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.servlet.FormLimits;
import dev.semel.servlet.IdempotencyFilter;
import dev.semel.spring.EnableIdempotent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A package is a room with one purpose, and rooms depend on each other in one direction. */
@DisplayName("the rooms")
class RoomsTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.semel");

    private static final int LARGEST_ROOM = 20;

    /** What applications import from core is one package, so that everyday code needs one import root. */
    private static final String DOOR = "dev.semel";

    private static final int LARGEST_DOOR = 35;

    /** The only types of the door that know the engine. */
    private static final Set<Class<?>> FACTORY = Set.of(Semel.class, OperationBuilder.class);

    /** They speak of policies and sessions; the other types of the door know neither. */
    private static final Set<Class<?>> OPERATIONS = Set.of(Operation.class, BoundOperation.class);

    private static boolean isOneOf(Set<Class<?>> types, JavaClass type) {
        return types.stream()
                .anyMatch(each ->
                        type.getName().equals(each.getName()) || type.getName().startsWith(each.getName() + "$"));
    }

    private static DescribedPredicate<JavaClass> oneOf(Set<Class<?>> types) {
        return describe("types with their own rule", type -> isOneOf(types, type));
    }

    /** The type of the HTTP module's door that makes what stands behind it. It knows the rooms, and no room knows it. */
    private static final Set<Class<?>> HTTP_FACTORY = Set.of(HttpGuard.class);

    /** The room of a type; core's door has three: what makes operations, operations, and the values that all others know. */
    private static String room(JavaClass type) {
        if (isOneOf(FACTORY, type)) {
            return "Semel and OperationBuilder";
        } else if (isOneOf(OPERATIONS, type)) {
            return "operations";
        }
        return isOneOf(HTTP_FACTORY, type) ? "HttpGuard" : type.getPackageName();
    }

    @Test
    @DisplayName("have no cycles")
    void cycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return SliceIdentifier.of(room(type));
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should()
                .beFreeOfCycles()
                // An annotation names its registrar for Spring, and the registrar reads the annotation.
                .ignoreDependency(type(EnableIdempotent.class), resideInAPackage("dev.semel.spring.start"))
                .because(
                        "dependencies point one way, such as dev.semel.redis → record → wire → server: move a class that"
                                + " two rooms need to the lower one, and pass what it needs of the upper one as an argument")
                .check(MAIN);
    }

    /** A room, and all that it may know beside the JDK and null marks. */
    private record Knows(String room, List<String> others) {
        Knows(String room, String... others) {
            this(room, List.of(others));
        }

        @Override
        public String toString() {
            return room.equals(DOOR) ? "dev.semel, its values and exceptions" : room;
        }
    }

    static List<Knows> knows() {
        return List.of(
                new Knows(DOOR, "dev.semel.input"),
                new Knows("dev.semel.input"),
                new Knows("dev.semel.skew"),
                new Knows("dev.semel.thread"),
                new Knows("dev.semel.time", "dev.semel.thread"),
                new Knows("dev.semel.batch", DOOR, "dev.semel.thread"),
                new Knows("dev.semel.policy", DOOR, "dev.semel.input"),
                new Knows("dev.semel.store", DOOR),
                new Knows("dev.semel.session", DOOR, "dev.semel.store"),
                new Knows("dev.semel.memory", DOOR, "dev.semel.store", "dev.semel.thread"),
                new Knows("dev.semel.engine.store", DOOR, "dev.semel.store", "dev.semel.time"),
                new Knows(
                        "dev.semel.engine.join",
                        DOOR,
                        "dev.semel.store",
                        "dev.semel.time",
                        "dev.semel.policy",
                        "dev.semel.engine.store"));
    }

    @ParameterizedTest(name = "{0} knows what its package-info says, and nothing else")
    @MethodSource("knows")
    void knowsNothingElse(Knows row) {
        DescribedPredicate<JavaClass> valuesOfTheDoor = not(oneOf(FACTORY)).and(not(oneOf(OPERATIONS)));
        classes()
                .that(resideInAPackage(row.room).and(valuesOfTheDoor))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify.annotations..")
                        .or(resideInAPackage(row.room).and(valuesOfTheDoor))
                        .or(resideInAnyPackage(row.others.toArray(String[]::new))
                                .and(valuesOfTheDoor)))
                .because(
                        "dependencies of core point one way: door → engine → call → join → store, all of them → session and"
                                + " policy → dev.semel.store → values. Move a class that needs more to the room that may know it:"
                                + " what speaks of records belongs in dev.semel.store, of choices in dev.semel.policy, of calls in"
                                + " dev.semel.engine")
                .check(MAIN);
    }

    /** Rooms behind a door, which only the packages of {@code users} know. */
    private record Hidden(String door, List<String> users, List<String> rooms) {
        Hidden(String door, List<String> users, String... rooms) {
            this(door, users, List.of(rooms));
        }

        @Override
        public String toString() {
            return door;
        }
    }

    private static Hidden hidden(String door, String... rooms) {
        return new Hidden(
                door,
                List.of(door + ".."),
                Stream.of(rooms).map(room -> door + "." + room).toArray(String[]::new));
    }

    static List<Hidden> hidden() {
        return List.of(
                new Hidden(
                        DOOR,
                        List.of(DOOR, "dev.semel.policy", "dev.semel.engine..", "dev.semel.input"),
                        "dev.semel.input"),
                new Hidden(
                        "dev.semel.dynamodb",
                        List.of("dev.semel.dynamodb..", "dev.semel.powertools.."),
                        "dev.semel.dynamodb.record..",
                        "dev.semel.dynamodb.wire.."),
                hidden("dev.semel.boot", "*.."),
                hidden("dev.semel.http", "guard", "path", "reply", "request", "status"),
                hidden(
                        "dev.semel.jdbc",
                        "batch..",
                        "connection..",
                        "database..",
                        "dialect..",
                        "print..",
                        "record..",
                        "sql.."),
                hidden("dev.semel.lambda", "event..", "http..", "invocation.."),
                hidden("dev.semel.momento", "record..", "wire.."),
                hidden("dev.semel.redis", "record..", "server..", "wire.."),
                hidden("dev.semel.servlet", "request..", "response..", "run.."),
                hidden("dev.semel.spring", "method", "result", "start", "transaction", "webflux"));
    }

    @ParameterizedTest(name = "behind {0} are used by its module only")
    @MethodSource("hidden")
    void hiddenRooms(Hidden row) {
        noClasses()
                .that()
                .resideOutsideOfPackages(row.users.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(row.rooms.toArray(String[]::new))
                .because("they are internal: what an application or another module needs belongs in " + row.door)
                .check(MAIN);
    }

    @Test
    @DisplayName("of the engine are used by Semel and OperationBuilder only")
    void engineIsInternal() {
        noClasses()
                .that(not(resideInAPackage("dev.semel.engine..")).and(not(oneOf(FACTORY))))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.semel.engine.."))
                .because(
                        "the engine is not exported: what an application needs belongs in dev.semel, what a store or an"
                                + " adapter needs in dev.semel.session")
                .check(MAIN);
    }

    /** A package that applications import, with all public types that it may have. Seams to another package are named as such. */
    private record Door(String door, String behind, List<Class<?>> types) {
        Door(String door, String behind, Class<?>... types) {
            this(door, behind, List.of(types));
        }

        @Override
        public String toString() {
            return door;
        }
    }

    static List<Door> doors() {
        return List.of(
                new Door(
                        "dev.semel.dynamodb",
                        "record or wire",
                        DynamoDbStore.class,
                        DynamoDbStoreBuilder.class,
                        DynamoDbAddress.class,
                        Attribute.class,
                        Writes.class),
                new Door("dev.semel.dynamodb.counter", "dev.semel.dynamodb.wire", DynamoDbCounterStore.class),
                new Door(
                        "dev.semel.jdbc",
                        "a room behind it",
                        JdbcStore.class,
                        RoutedStore.class,
                        Purger.class,
                        PurgeEvent.class,
                        Purgeable.class,
                        PrivateFile.class,
                        SqlContext.class,
                        SqlTransaction.class),
                // CountSql is the seam to the list of statements.
                new Door("dev.semel.jdbc.counter", "dev.semel.jdbc.sql", JdbcCounterStore.class, CountSql.class),
                new Door(
                        "dev.semel.momento",
                        "record or wire",
                        MomentoStore.class,
                        MomentoStoreBuilder.class,
                        MomentoAddress.class),
                new Door(
                        "dev.semel.powertools",
                        "dev.semel.dynamodb.record or wire",
                        PowertoolsStore.class,
                        PowertoolsStoreBuilder.class),
                // RedisLink is the seam to the counts.
                new Door(
                        "dev.semel.redis",
                        "record, wire or server",
                        RedisStore.class,
                        RedisConcern.class,
                        RedisLink.class),
                new Door("dev.semel.redis.counter", "dev.semel.redis.wire", RedisCounterStore.class),
                new Door("dev.semel.servlet", "run, request or response", IdempotencyFilter.class, FormLimits.class),
                new Door("dev.semel.http.profile", "the same package, not public", HttpProfile.class),
                new Door("dev.semel.http.quota", "the same package, not public", RouteQuota.class),
                new Door("dev.semel.memory", "the same package, not public", MemoryStore.class),
                new Door("dev.semel.counter.memory", "the same package, not public", MemoryCounterStore.class));
    }

    @ParameterizedTest(name = "behind {0} hide everything that applications do not import")
    @MethodSource("doors")
    void publicTypes(Door row) {
        classes()
                .that()
                .resideInAPackage(row.door)
                .and()
                .areTopLevelClasses()
                .and(not(belongToAnyOf(row.types.toArray(Class<?>[]::new))))
                .should()
                .notBePublic()
                .because(row.door + " holds what applications import; any other public type belongs in " + row.behind)
                .check(MAIN);
    }

    /** What a room does not know, although it is in the same module, except for the types that may. */
    private record Apart(String room, String belongs, Set<Class<?>> except, List<String> others) {
        Apart(String room, String belongs, Set<Class<?>> except, String... others) {
            this(room, belongs, except, List.of(others));
        }

        @Override
        public String toString() {
            return room + " and " + String.join(", ", others);
        }
    }

    static List<Apart> apart() {
        return List.of(
                new Apart(
                        "dev.semel.redis.[wire|server]..",
                        "what knows records belongs in dev.semel.redis.record, what knows counts in dev.semel.redis.counter",
                        Set.of(),
                        "dev.semel.redis.record..",
                        "dev.semel.redis.counter.."),
                new Apart(
                        "dev.semel.lambda.[event|http|invocation]..",
                        "dev.semel.lambda passes what a room needs of it as an argument",
                        Set.of(),
                        "dev.semel.lambda"),
                new Apart(
                        "dev.semel.boot",
                        "settings and customizers know no wiring: auto-configurations belong in the room that they wire",
                        Set.of(),
                        "dev.semel.boot.*.."),
                new Apart(
                        "dev.semel.dynamodb.counter..",
                        "what records and counts share belongs in dev.semel.dynamodb.wire",
                        Set.of(),
                        "dev.semel.dynamodb.record.."),
                new Apart(
                        "dev.semel.http",
                        "dev.semel.http holds values and interfaces, which the rooms behind it use: logic belongs in a room",
                        HTTP_FACTORY,
                        "dev.semel.http.[guard|quota|reply|request|status]"),
                new Apart(
                        "dev.semel.spring",
                        "dev.semel.spring holds what applications import, which the rooms behind it use: wiring belongs in start",
                        Set.of(EnableIdempotent.class),
                        "dev.semel.spring.[start|method|result]"),
                new Apart(
                        "dev.semel.jdbc.counter..",
                        "counts see the database through dev.semel.jdbc.database and dev.semel.jdbc.sql, and no record",
                        Set.of(),
                        "dev.semel.jdbc.[record|connection|dialect|batch].."));
    }

    @ParameterizedTest(name = "are apart: {0}")
    @MethodSource("apart")
    void apartFromEachOther(Apart row) {
        noClasses()
                .that(resideInAPackage(row.room).and(not(oneOf(row.except))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(row.others.toArray(String[]::new))
                .because(row.belongs)
                .check(MAIN);
    }

    @Test
    @DisplayName("of one database know no other database")
    void dialectsAreApart() {
        slices().matching("dev.semel.jdbc.dialect.(*)..")
                .should()
                .notDependOnEachOther()
                .because("what two databases share belongs in dev.semel.jdbc.dialect")
                .check(MAIN);
    }

    @Test
    @DisplayName("hold about 20 files, and each has a package-info that says where to start reading")
    void size() {
        Map<Path, List<Path>> rooms = Project.files(".java").stream()
                .filter(path -> path.toString().contains("/src/main/java/"))
                .filter(path -> !path.endsWith("module-info.java"))
                .filter(path -> packageOf(path).startsWith(DOOR))
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.toList()));
        assertThat(rooms).isNotEmpty();
        rooms.forEach((room, files) -> {
            assertThat(files)
                    .as("%s is larger than a room: divide it by purpose", Project.ROOT.relativize(room))
                    .hasSizeLessThanOrEqualTo(packageOf(files.get(0)).equals(DOOR) ? LARGEST_DOOR : LARGEST_ROOM);
            Path info = room.resolve("package-info.java");
            assertThat(Files.exists(info) ? Project.text(info).replaceAll("\\s+(\\* )?", " ") : "nothing")
                    .as("%s: what it is for, where to start reading, what it may know", Project.ROOT.relativize(info))
                    .contains("Start reading at")
                    .containsPattern("knows?\\b");
        });
    }

    private static String packageOf(Path source) {
        String path = source.getParent().toString();
        return path.substring(path.indexOf("/src/main/java/") + "/src/main/java/".length())
                .replace('/', '.');
    }
}
