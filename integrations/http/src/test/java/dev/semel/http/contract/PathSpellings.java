package dev.semel.http.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** Other ways to write the path of an endpoint, such as {@code /%70ayments} for {@code /payments}. */
public final class PathSpellings {
    private static final String[] NOISE = {
        "/",
        "//",
        "/.",
        "/./",
        "/x/..",
        "/..",
        ";v=1",
        ";",
        "%2F",
        "%2f",
        "\\",
        "%5C",
        "%2e",
        "%2E%2e",
        "/%2e%2E/",
        "%00",
        "%",
        "%25",
        "%20",
        "\u00e9",
        "%C3%A9",
        "%C0%AF",
        "..;/",
        "/..;v=1",
        "/x%2F..",
        "%3B",
        "%u002f",
        "+",
        "~",
        ".",
        "x"
    };

    private PathSpellings() {}

    /** Returns spellings that a guard must take for the same path, whether or not a server takes them at all. */
    public static List<String> same(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String parent = path.substring(0, path.length() - name.length());
        return List.of(
                path,
                encoded(path, 1, false),
                encoded(path, path.length() - 1, true),
                everyCharacterEncoded(path, false),
                everyCharacterEncoded(path, true),
                "/" + path,
                "//" + path,
                parent + "/" + name,
                path + "/",
                path + "//",
                "/." + path,
                parent + "./" + name,
                path + "/.",
                "/x/.." + path,
                parent + "x/../" + name,
                path + "/x/..",
                "/.." + path,
                "/%2e" + path,
                "/x/%2E%2e" + path,
                parent + "x/.%2E/" + name);
    }

    /** Returns spellings with path parameters. They reach the same endpoint, but may ask something else of it. */
    public static List<String> withParameters(String path) {
        int second = path.indexOf('/', 1);
        String first = second < 0 ? path : path.substring(0, second);
        String rest = path.substring(first.length());
        return List.of(
                path + ";v=1",
                path + ";",
                path + ";v=1/",
                path + "/;v=1",
                "/;v=1" + path,
                first + ";v=1" + rest,
                "/x/..;v=1" + path,
                "/x;v=1/.." + path,
                "/.;" + path,
                path + ";v=%2F..%2Fx");
    }

    /** Returns spellings that most servers refuse, or take for another path. If one of them reaches the endpoint, it must be guarded. */
    public static List<String> hostile(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String parent = path.substring(0, path.length() - name.length());
        return List.of(
                "/x%2F.." + path,
                "/x%2f..%2f" + path.substring(1),
                path.replace("/", "%2F"),
                "/" + path.substring(1).replace("/", "%2f"),
                "/%2F" + path.substring(1),
                path + "%2F",
                path + "%2Fx%2F..",
                path.replace('/', '\\'),
                "/" + path.substring(1).replace('/', '\\'),
                "/x\\..\\" + path.substring(1),
                "/x%5C..%5C" + path.substring(1),
                path + "\\",
                path + "%5C",
                "/%2570" + path.substring(2),
                "/%u00" + Integer.toHexString(path.charAt(1)) + path.substring(2),
                "/%C1%B0" + path.substring(2),
                "/%E0%81%B0" + path.substring(2),
                path + ";v=/../x",
                path + "%00",
                path + "%00.txt",
                path + "%20",
                path + "%09",
                path + "%0d%0a",
                path + ".",
                path + ".json",
                path + "%3Bv=1",
                path + "%3Fv=1",
                path + "%23v",
                path + "?",
                path + "#",
                path.toUpperCase(Locale.ROOT),
                parent + "..%2f" + name,
                parent + "%2e%2e%2f" + name,
                parent + "..;/" + name,
                path + "/..;/" + name,
                path + "/../" + name,
                path + "//../" + name,
                "http://localhost" + path,
                "http://localhost:1/x/.." + path,
                "http://localhost/" + encoded(path, 1, false).substring(1),
                "\uff0f" + path.substring(1),
                path + "\u0301",
                path + "%CC%81");
    }

    /** Returns a random spelling, of characters that some server might pass over. */
    public static String random(Random random, String path) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            int choice = random.nextInt(40);
            if (choice == 0) {
                text.append(NOISE[random.nextInt(NOISE.length)]);
            }
            text.append(choice == 1 ? percent(c, random.nextBoolean()) : String.valueOf(c));
            if (c == '/' && random.nextInt(6) == 0) {
                text.append(NOISE[random.nextInt(NOISE.length)]).append(random.nextBoolean() ? "/" : "");
            }
        }
        for (int i = random.nextInt(6); i > 3; i--) {
            text.append(NOISE[random.nextInt(NOISE.length)]);
        }
        return text.charAt(0) == '/' ? text.toString() : "/" + text;
    }

    /** Returns all spellings of this class but the random ones. */
    public static List<String> all(String path) {
        List<String> all = new ArrayList<>(same(path));
        all.addAll(withParameters(path));
        all.addAll(hostile(path));
        return all;
    }

    private static String encoded(String path, int at, boolean upper) {
        return path.substring(0, at) + percent(path.charAt(at), upper) + path.substring(at + 1);
    }

    private static String everyCharacterEncoded(String path, boolean upper) {
        return path.chars()
                .mapToObj(c -> c == '/' ? "/" : percent((char) c, upper))
                .collect(Collectors.joining());
    }

    private static String percent(char c, boolean upper) {
        String hex = String.format(Locale.ROOT, "%%%02x", (int) c);
        return upper ? hex.toUpperCase(Locale.ROOT) : hex;
    }
}
