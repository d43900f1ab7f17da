package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The modules that a release publishes, as this build made them. */
final class Published {
    private static final String NOT_PUBLISHED = "<maven.deploy.skip>true<";

    private Published() {}

    /** Returns the folders of all published modules, with the BOM. */
    static List<Path> modules() {
        Element project = pom(Project.ROOT.resolve("pom.xml"));
        return children(child(project, "modules"), "module")
                .map(module -> Project.ROOT.resolve(module.getTextContent()))
                .filter(module -> !Project.text(module.resolve("pom.xml")).contains(NOT_PUBLISHED))
                .toList();
    }

    /** Returns the version of this working tree. */
    static String version() {
        return text(pom(Project.ROOT.resolve("bom/pom.xml")), "version");
    }

    /** Returns the POM of a module as it is published. */
    static Element publishedPom(Path module) {
        return pom(flattened(module));
    }

    private static Path flattened(Path module) {
        Path file = module.resolve(".flattened-pom.xml");
        assertThat(file).as("built by ./test -pl proof/checks").exists();
        return file;
    }

    /**
     * Creates a local Maven repository with the artifacts of this build. For everything else it has links into the user's repository, so
     * nothing is downloaded twice, and no other version of Semel is in reach.
     */
    static Path repository(Path folder) throws IOException {
        Path users = Path.of(System.getProperty("semel.repository"));
        Path own = Files.createDirectories(folder.resolve("dev/semel"));
        link(users, folder);
        link(users.resolve("dev"), folder.resolve("dev"));
        for (Path module : modules()) {
            install(module, own);
        }
        return folder;
    }

    private static void link(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.filter(Files::isDirectory).toList()) {
                Path link = to.resolve(entry.getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, entry);
                }
            }
        }
    }

    private static void install(Path module, Path to) throws IOException {
        Element pom = publishedPom(module);
        String version = text(pom, "version");
        String name = text(pom, "artifactId") + "-" + version;
        Path place = Files.createDirectories(to.resolve(text(pom, "artifactId")).resolve(version));
        Files.copy(flattened(module), place.resolve(name + ".pom"));
        if (!text(pom, "packaging").equals("pom")) {
            Files.copy(module.resolve("target").resolve(name + ".jar"), place.resolve(name + ".jar"));
        }
    }

    static Element pom(Path file) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException(file + " is not XML", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the child elements with a name. */
    static Stream<Element> children(Element of, String name) {
        return Stream.iterate(of.getFirstChild(), each -> each != null, Node::getNextSibling)
                .filter(each -> each instanceof Element && each.getNodeName().equals(name))
                .map(Element.class::cast);
    }

    /** Returns the child element with a name. */
    static Element child(Element of, String name) {
        return children(of, name)
                .findFirst()
                .orElseThrow(() -> new AssertionError("<" + name + "> is missing in <" + of.getNodeName() + ">"));
    }

    /** Returns the text of a child element; of {@code packaging} its default. */
    static String text(Element of, String name) {
        if (name.equals("packaging") && children(of, name).findAny().isEmpty()) {
            return "jar";
        }
        return child(of, name).getTextContent().strip();
    }
}
