package io.onlyonce.guide;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityRules {
    @Bean
    SecurityFilterChain rules(HttpSecurity http) {
        http.authorizeHttpRequests(requests -> {
            requests.requestMatchers("/api/orders/**").hasRole("BUYER"); // asked for every request, replays included
            requests.anyRequest().denyAll();
        });
        http.httpBasic(Customizer.withDefaults());
        http.csrf(csrf -> csrf.disable());
        return http.build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("alice").password("{noop}a").roles("BUYER").build(),
                User.withUsername("bob").password("{noop}b").roles("BUYER").build(),
                User.withUsername("eve").password("{noop}e").roles("GUEST").build());
    }
}
