package io.onlyonce.shop.simulation;

import io.onlyonce.shop.Problems;
import io.onlyonce.shop.simulation.Simulation.Providers;
import io.onlyonce.simulator.Answer;
import io.onlyonce.simulator.Attempt;
import io.onlyonce.simulator.Delivery;
import io.onlyonce.simulator.Scenarios;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/simulations/{scenario}}: lets a provider send this shop what goes wrong in real life. */
@RestController
@ConditionalOnProperty(name = "shop.production", havingValue = "false", matchIfMissing = true)
class SimulationController {
    private final Providers providers;

    SimulationController(Providers providers) {
        this.providers = providers;
    }

    record NewSimulation(@NotEmpty @Size(max = 2) List<@NotBlank String> paymentNos) {}

    /**
     * One attempt at delivering.
     *
     * @param notice its identity
     * @param kind what it tells of
     * @param status how the shop answered; 0 if the answer did not come
     * @param outcome how the provider took it
     */
    record Sent(String notice, String kind, int status, String answer, String outcome) {}

    /** Plays a scenario with payments that a checkout has opened. */
    @PostMapping("/api/simulations/{scenario}")
    List<Sent> play(@PathVariable String scenario, @Valid @RequestBody NewSimulation wanted)
            throws InterruptedException {
        if (!Scenarios.names().contains(scenario)) {
            throw Problems.noSuch("scenario", scenario);
        }
        List<Delivery> deliveries;
        try {
            deliveries = Scenarios.named(scenario).play(providers.stage(), wanted.paymentNos());
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw Problems.invalidValue("paymentNos", "can't be used for this: " + e.getMessage());
        }
        return deliveries.stream()
                .flatMap(delivery -> delivery.attempts().stream().map(attempt -> sent(delivery, attempt)))
                .toList();
    }

    private static Sent sent(Delivery delivery, Attempt attempt) {
        Answer answer = attempt.answer();
        return new Sent(
                delivery.notice().id(),
                delivery.notice().kind().name(),
                answer == null ? 0 : answer.status(),
                answer == null ? "" : answer.text(),
                attempt.outcome().name());
    }
}
