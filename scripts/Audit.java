import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks an advisory database about every component in the given bills of materials. Usage: {@code
 * java Audit.java DATABASE SBOM...}, where DATABASE is the address of a server that speaks the OSV
 * protocol, and each SBOM is a file of CycloneDX JSON.
 *
 * <p>Exits with 0 if there is no advisory, with 1 if there is any, with 2 after wrong usage, and
 * with 3 if the database could not be asked about every component; the check is then incomplete.
 */
public final class Audit {
    private static final Pattern PURL = Pattern.compile("\"purl\"\\s*:\\s*\"(pkg:maven/[^\"?]+)");
    private static final Pattern ADVISORY = Pattern.compile("\"id\"\\s*:\\s*\"([A-Z]+-[^\"]+)\"");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(LIMIT).build();
    private final URI database;

    private Audit(String database) {
        this.database = URI.create(database + (database.endsWith("/") ? "" : "/") + "v1/query");
    }

    public static void main(String... arguments) throws IOException, InterruptedException {
        if (arguments.length < 2) {
            System.err.println("Usage: java Audit.java DATABASE SBOM...");
            System.exit(2);
        }
        Set<String> components = new TreeSet<>();
        for (String sbom : List.of(arguments).subList(1, arguments.length)) {
            components.addAll(components(Files.readString(Path.of(sbom))));
        }
        System.exit(new Audit(arguments[0]).run(components));
    }

    /**
     * Returns the components of a bill of materials,
     * except for Semel's own modules, which no database lists.
     */
    private static Set<String> components(String sbom) {
        Set<String> found = new TreeSet<>();
        Matcher purls = PURL.matcher(sbom);
        while (purls.find()) {
            if (!purls.group(1).startsWith("pkg:maven/dev.semel/")) {
                found.add(purls.group(1));
            }
        }
        return found;
    }

    private int run(Set<String> components) throws InterruptedException {
        if (components.isEmpty()) {
            System.err.println("The bills of materials name no component. Nothing was checked.");
            return 2;
        }
        int affected = 0;
        for (String component : components) {
            Set<String> advisories;
            try {
                advisories = advisories(component);
            } catch (IOException e) {
                System.err.println("The advisory database " + database + " cannot be reached: " + e);
                System.err.println("NOT CHECKED. Repeat this where the database can be reached, or set SEMEL_ADVISORIES to the address of another one.");
                return 3;
            }
            if (!advisories.isEmpty()) {
                affected++;
                System.out.println(component + ": " + String.join(", ", advisories));
            }
        }
        System.out.println(
                affected == 0
                        ? "No advisory for any of " + components.size() + " components."
                        : "Advisories for " + affected + " of " + components.size() + " components.");
        return affected == 0 ? 0 : 1;
    }

    private Set<String> advisories(String component) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(database)
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"package\":{\"purl\":\"" + component + "\"}}"))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        String body = answer.body().strip();
        if (answer.statusCode() != 200 || !body.startsWith("{")) {
            throw new IOException("status " + answer.statusCode() + " for " + component);
        }
        List<String> found = new ArrayList<>();
        Matcher ids = ADVISORY.matcher(body);
        while (ids.find()) {
            found.add(ids.group(1));
        }
        if (found.isEmpty() && body.contains("\"vulns\"")) {
            throw new IOException("a response without names of advisories for " + component);
        }
        return new TreeSet<>(found);
    }
}
