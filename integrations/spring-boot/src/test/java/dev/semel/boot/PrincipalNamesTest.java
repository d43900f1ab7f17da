package dev.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthentication;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

@DisplayName("the names of Spring Security's principals")
class PrincipalNamesTest {
    private static JwtAuthenticationToken jwt(String issuer) {
        Jwt jwt = Jwt.withTokenValue("token")
                .header("alg", "none")
                .issuer(issuer)
                .subject("ada")
                .build();
        return new JwtAuthenticationToken(jwt, AuthorityUtils.NO_AUTHORITIES);
    }

    private static BearerTokenAuthentication bearer(String issuer) {
        OAuth2AccessToken token = new OAuth2AccessToken(
                OAuth2AccessToken.TokenType.BEARER, "token", Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
        return new BearerTokenAuthentication(
                new DefaultOAuth2AuthenticatedPrincipal("ada", Map.of("sub", "ada", "iss", issuer), null),
                token,
                AuthorityUtils.NO_AUTHORITIES);
    }

    private static OAuth2AuthenticationToken login(String registration) {
        return new OAuth2AuthenticationToken(
                new DefaultOAuth2User(AuthorityUtils.NO_AUTHORITIES, Map.of("sub", "ada"), "sub"),
                AuthorityUtils.NO_AUTHORITIES,
                registration);
    }

    private static Principal plain(String name) {
        return UsernamePasswordAuthenticationToken.authenticated(name, null, AuthorityUtils.NO_AUTHORITIES);
    }

    @Test
    @DisplayName("differ for one subject of different issuers, registrations and kinds")
    void issuers() {
        List<Principal> all = List.of(
                plain("ada"),
                jwt("https://one.example"),
                jwt("https://two.example"),
                login("one"),
                login("two"),
                plain(String.valueOf(PrincipalNames.of(jwt("https://one.example")))));
        assertThat(all.stream().map(PrincipalNames::of)).doesNotHaveDuplicates().doesNotContainNull();
        assertThat(PrincipalNames.of(bearer("https://one.example")))
                .isEqualTo(PrincipalNames.of(jwt("https://one.example")));
    }

    @Test
    @DisplayName("are plain without an issuer, and null for anonymous callers")
    void plainOnes() {
        assertThat(PrincipalNames.of(plain("ada"))).isEqualTo("ada");
        assertThat(PrincipalNames.of(() -> "ada")).isEqualTo("ada");
        assertThat(PrincipalNames.of(null)).isNull();
        assertThat(PrincipalNames.of(UsernamePasswordAuthenticationToken.unauthenticated("ada", "pw")))
                .isNull();
        assertThat(PrincipalNames.of(new AnonymousAuthenticationToken(
                        "key", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"))))
                .isNull();
    }
}
