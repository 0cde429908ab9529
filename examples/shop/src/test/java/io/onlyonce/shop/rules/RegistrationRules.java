package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/users}. */
public interface RegistrationRules extends Rules {

    default Answer register(String username, String phone, String email) throws IOException {
        return client().post(
                        "/api/users",
                        "{\"username\":\"" + username + "\",\"phone\":\"" + phone + "\",\"email\":\"" + email + "\"}");
    }

    @Test
    @DisplayName("the same three values again: 200, the same user; each single value that is taken: 409")
    default void a_registration_is_one() throws IOException {
        String id = UUID.randomUUID().toString().substring(0, 8);
        Answer first = register("u" + id, "1" + id, id + "@example.org");
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        Answer again = register("u" + id, "1" + id, id + "@example.org");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertProblem(register("u" + id, "2" + id, "2" + id + "@example.org"), 409, "username-taken");
        assertProblem(register("v" + id, "1" + id, "2" + id + "@example.org"), 409, "phone-taken");
        assertProblem(register("v" + id, "2" + id, id + "@example.org"), 409, "email-taken");
        assertThat(register("U" + id, "2" + id, "2" + id + "@example.org").status())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("values of two customers together are nobody's registration")
    default void mixed_values_are_taken() throws IOException {
        String id = UUID.randomUUID().toString().substring(0, 8);
        register("a" + id, "1" + id, "a" + id + "@example.org");
        register("b" + id, "2" + id, "b" + id + "@example.org");
        assertProblem(register("a" + id, "2" + id, "a" + id + "@example.org"), 409, "username-taken");
    }

    @Test
    @DisplayName("B-16 fifty at once with the same values: one customer, one 201, the rest 200 with the same user")
    default void a_race_of_equal_registrations() {
        for (int round = 0; round < 10; round++) {
            String id = UUID.randomUUID().toString().substring(0, 8);
            List<Answer> answers = herd(50).runAll(member -> register("r" + id, "3" + id, "r" + id + "@example.org"));
            assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
            assertThat(answers).extracting(Answer::status).containsOnly(200, 201);
            assertThat(answers)
                    .extracting(Answer::body)
                    .containsOnly(answers.get(0).body());
        }
    }

    @Test
    @DisplayName("B-16 fifty at once who share only the phone: one gets it, 49 are told phone-taken")
    default void a_race_for_one_value() {
        for (int round = 0; round < 10; round++) {
            String id = UUID.randomUUID().toString().substring(0, 8);
            List<Answer> answers = herd(50).runAll(
                            member -> register("s" + member + id, "4" + id, "s" + member + id + "@example.org"));
            assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 201)
                    .hasSize(49)
                    .allSatisfy(answer -> assertProblem(answer, 409, "phone-taken"));
        }
    }
}
