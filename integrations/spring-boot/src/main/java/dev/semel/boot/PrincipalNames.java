package dev.semel.boot;

import dev.semel.http.PrincipalName;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;
import org.springframework.util.ClassUtils;

/**
 * Names the principals of Spring Security for scopes and quotas: by {@link Principal#getName()}, and by their issuer or
 * client registration if they come from an identity provider. Two users with the same subject at two issuers never
 * share their keys.
 */
public final class PrincipalNames {
    private static final boolean CLIENT =
            isPresent("org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken");
    private static final boolean RESOURCE_SERVER = isPresent(
            "org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken");

    private PrincipalNames() {}

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, PrincipalNames.class.getClassLoader());
    }

    /** Returns the name of a principal, or {@code null} if it is anonymous, not authenticated, or {@code null}. */
    public static @Nullable String of(@Nullable Principal principal) {
        if (principal == null || principal instanceof AnonymousAuthenticationToken) {
            return null;
        }
        if (principal instanceof Authentication authentication && !authentication.isAuthenticated()) {
            return null;
        }
        String foreign = RESOURCE_SERVER ? Tokens.nameOf(principal) : null;
        if (foreign == null && CLIENT) {
            foreign = Clients.nameOf(principal);
        }
        return foreign == null ? PrincipalName.plain(principal.getName()) : foreign;
    }

    // One class for each module of Spring Security, loaded only if the module is on the class path.

    private static final class Tokens {
        static @Nullable String nameOf(Principal principal) {
            if (!(principal instanceof AbstractOAuth2TokenAuthenticationToken<?> token)) {
                return null;
            }
            Object issuer = token.getTokenAttributes().get("iss");
            return issuer == null ? null : PrincipalName.ofIssuer(issuer.toString(), token.getName());
        }
    }

    private static final class Clients {
        static @Nullable String nameOf(Principal principal) {
            return principal instanceof OAuth2AuthenticationToken login
                    ? PrincipalName.ofClient(login.getAuthorizedClientRegistrationId(), login.getName())
                    : null;
        }
    }
}
