package dev.semel.momento;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import momento.sdk.auth.CredentialProvider;
import momento.sdk.auth.MomentoLocalProvider;
import momento.sdk.auth.StringCredentialProvider;
import org.jspecify.annotations.Nullable;

/**
 * The address of a cache: {@code momento://CACHE}, or for an endpoint other than the API key's {@code momento://CACHE?endpoint=URI}.
 *
 * @param cache the cache's name
 * @param endpoint the endpoint; {@code null} for that of the API key
 */
public record MomentoAddress(String cache, @Nullable URI endpoint) {
    /** The environment variable with the API key. */
    public static final String API_KEY = "MOMENTO_API_KEY";

    private static final String EXPECTED = "expected momento://CACHE or momento://CACHE?endpoint=URI";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    /** Not parsed as the host of a URI, which may not have all characters that the name of a cache may have. */
    private static final Pattern ADDRESS = Pattern.compile("momento://([A-Za-z0-9._-]{1,255})/?(?:\\?(.*))?");

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException if the address can't be parsed; the message does not repeat the address, which may contain a secret
     */
    public static MomentoAddress of(String address) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new IllegalArgumentException("this is not an address of a cache of Momento; " + EXPECTED
                    + ", where CACHE has 1 to 255 letters, digits, '.', '_' and '-'; the API key is taken from the"
                    + " environment variable " + API_KEY);
        }
        return new MomentoAddress(parts.group(1), endpoint(parts.group(2)));
    }

    private static @Nullable URI endpoint(@Nullable String query) {
        if (query == null) {
            return null;
        }
        if (!query.startsWith("endpoint=") || query.contains("&")) {
            throw new IllegalArgumentException("the address has an unknown parameter; " + EXPECTED);
        }
        URI endpoint;
        try {
            endpoint = new URI(URLDecoder.decode(query.substring("endpoint=".length()), StandardCharsets.UTF_8));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the endpoint in the address can't be parsed; " + EXPECTED);
        }
        // The client connects to port 443 of a host, whatever else the URI says.
        if ("https".equals(endpoint.getScheme())
                && (endpoint.getRawUserInfo() != null
                        || (endpoint.getPort() != -1 && endpoint.getPort() != 443)
                        || !endpoint.getRawPath().matches("/?")
                        || endpoint.getRawQuery() != null)) {
            throw new IllegalArgumentException(
                    "an https endpoint in the address must be a host alone, such as https://host, which is asked on port 443; "
                            + EXPECTED);
        }
        boolean loopback = endpoint.getHost() != null && LOOPBACK.contains(endpoint.getHost());
        if (!("https".equals(endpoint.getScheme()) && endpoint.getHost() != null)
                && !("http".equals(endpoint.getScheme()) && loopback)) {
            throw new IllegalArgumentException(
                    "the endpoint in the address must be a URI such as https://host, or http://127.0.0.1:8080 on this"
                            + " machine; " + EXPECTED);
        }
        return endpoint;
    }

    /**
     * Returns the credentials for this address: the API key in the environment variable {@value #API_KEY}. An endpoint on this machine with {@code http} needs none.
     *
     * @throws IllegalArgumentException if there is no API key, or it can't be read
     */
    public CredentialProvider credentials() {
        return credentials(System.getenv(API_KEY));
    }

    CredentialProvider credentials(@Nullable String apiKey) {
        if (endpoint != null && "http".equals(endpoint.getScheme())) {
            return new MomentoLocalProvider(endpoint.getHost(), endpoint.getPort() < 0 ? 80 : endpoint.getPort());
        }
        if (apiKey == null || apiKey.isBlank()) {
            throw new IllegalArgumentException("there is no API key of Momento; set the environment variable " + API_KEY
                    + " to one, or pass a CredentialProvider");
        }
        try {
            if (endpoint == null) {
                return new StringCredentialProvider(apiKey);
            }
            String host = endpoint.getHost();
            return new StringCredentialProvider(apiKey, host, host, host, host);
        } catch (RuntimeException e) {
            // Without the cause, whose message may contain the key.
            throw new IllegalArgumentException("the API key in " + API_KEY
                    + " can't be read; copy it again from Momento's console, with the region of the cache");
        }
    }
}
