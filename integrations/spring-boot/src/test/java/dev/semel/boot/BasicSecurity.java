package dev.semel.boot;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Basic authentication of the users ada, bob, admin and guest, all with the password pw. */
public final class BasicSecurity {
    private BasicSecurity() {}

    /** Refuses anonymous requests. */
    @Configuration(proxyBeanMethods = false)
    @Import(Users.class)
    public static class Required {
        @Bean
        SecurityFilterChain security(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }
    }

    /** Permits anonymous requests. */
    @Configuration(proxyBeanMethods = false)
    @Import(Users.class)
    public static class Optional {
        @Bean
        SecurityFilterChain security(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }
    }

    /** The users. */
    @Configuration(proxyBeanMethods = false)
    static class Users {
        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    user("ada", "USER"), user("bob", "USER"), user("admin", "ADMIN"), user("guest", "GUEST"));
        }

        private static UserDetails user(String name, String role) {
            return User.withUsername(name).password("{noop}pw").roles(role).build();
        }
    }
}
