package dev.semel.servlet.request;

import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A part of a multipart body, in memory. */
final class BufferedPart implements Part {
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final byte[] content;
    private final Path folder;
    private final HeaderValue disposition;

    BufferedPart(String head, byte[] content, Path folder) {
        this.content = content;
        this.folder = folder;
        for (String line : head.split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(line.substring(0, colon).strip(), absent -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        this.disposition = HeaderValue.of(getHeader("Content-Disposition"));
    }

    @Override
    public InputStream getInputStream() {
        return new ByteArrayInputStream(content);
    }

    @Override
    public @Nullable String getContentType() {
        return getHeader("Content-Type");
    }

    /** Returns an empty name if the part has none. */
    @Override
    public String getName() {
        String name = disposition.parameter("name");
        return name == null ? "" : name;
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return disposition.parameter("filename");
    }

    boolean isField() {
        return getSubmittedFileName() == null;
    }

    String text(Charset otherwise) {
        boolean says = getContentType() != null;
        return new String(content, says ? HeaderValue.of(getContentType()).charset() : otherwise);
    }

    @Override
    public long getSize() {
        return content.length;
    }

    @Override
    public void write(String fileName) throws IOException {
        Files.write(folder.resolve(fileName), content);
    }

    @Override
    public void delete() {
        // The part is in memory only.
    }

    @Override
    public @Nullable String getHeader(String name) {
        List<String> values = headers.get(name);
        return values == null ? null : values.get(0);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return List.copyOf(headers.getOrDefault(name, List.of()));
    }

    @Override
    public Collection<String> getHeaderNames() {
        return List.copyOf(headers.keySet());
    }
}
