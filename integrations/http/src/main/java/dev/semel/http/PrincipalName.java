package dev.semel.http;

import java.util.List;

/**
 * Names of principals as {@link Exchange#principal()} returns them. A subject is unique only within its issuer, so the name of a principal from an
 * identity provider contains both. No two principals have the same name.
 */
public final class PrincipalName {
    private static final String ISSUER = "issuer:";
    private static final String CLIENT = "client:";
    private static final String PLAIN = "plain:";

    private PrincipalName() {}

    /** Returns the name of a principal that the application itself knows: {@code name} unchanged, in nearly all cases. */
    public static String plain(String name) {
        return List.of(ISSUER, CLIENT, PLAIN).stream().anyMatch(name::startsWith) ? PLAIN + name : name;
    }

    /**
     * Returns the name of a principal from an issuer, such as the one of a JWT.
     *
     * @param issuer the claim {@code iss}
     * @param subject the claim {@code sub}, or another name of the principal within the issuer
     */
    public static String ofIssuer(String issuer, String subject) {
        return ISSUER + escape(issuer) + " " + subject;
    }

    /**
     * Returns the name of a principal that logged in through an OAuth 2.0 client.
     *
     * @param registration the id of the client's registration
     * @param subject the name of the principal there
     */
    public static String ofClient(String registration, String subject) {
        return CLIENT + escape(registration) + " " + subject;
    }

    /** Escapes spaces, since the first space ends this part of the name. */
    private static String escape(String text) {
        return text.replace("%", "%25").replace(" ", "%20");
    }
}
