package dev.semel.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a site, and the links between them. */
final class BuiltSite {
    private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("\\s(?:id|name)=\"([^\"]*)\"");

    private final Map<Path, Set<String>> ids = new HashMap<>();
    private final Path folder;

    BuiltSite(Path folder) {
        this.folder = folder;
    }

    /** Lists the pages by their paths, without those that Javadoc has made. */
    List<String> pages() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(".html") && !name.startsWith("api/") && !name.equals("404.html"))
                    .sorted()
                    .toList();
        }
    }

    /** Lists links of pages that lead to no file of the site, or to no element of its page. */
    List<String> broken() throws IOException {
        List<String> broken = new ArrayList<>();
        for (String page : pages()) {
            Path from = folder.resolve(page);
            LINK.matcher(text(from))
                    .results()
                    .map(found -> found.group(1))
                    .distinct()
                    .filter(link -> !link.matches("[a-z]+:.*") && !leadsSomewhere(from, link))
                    .forEach(link -> broken.add(page + ": " + link));
        }
        return broken;
    }

    private boolean leadsSomewhere(Path from, String link) {
        int hash = link.indexOf('#');
        String path = (hash < 0 ? link : link.substring(0, hash)).replaceFirst("\\?.*", "");
        Path target = path.isEmpty()
                ? from
                : path.startsWith("/") ? folder.resolve(path.substring(1)) : from.resolveSibling(path);
        if (Files.isDirectory(target)) {
            target = target.resolve("index.html");
        }
        return Files.exists(target)
                && (hash < 0
                        || hash == link.length() - 1
                        || ids.computeIfAbsent(target.normalize(), BuiltSite::ids)
                                .contains(link.substring(hash + 1)));
    }

    private static Set<String> ids(Path page) {
        return ID.matcher(text(page))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
