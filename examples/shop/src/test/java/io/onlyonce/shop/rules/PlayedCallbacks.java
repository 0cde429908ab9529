package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.simulator.Attempt;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Delivery;
import io.onlyonce.simulator.Scenario;
import io.onlyonce.simulator.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** For rules in which a provider calls back. */
public interface PlayedCallbacks extends Rules {
    /** The providers' own words for "accepted". */
    Map<Channel, String> ACCEPTED = Map.of(
            Channel.STANDARD, "204 ", Channel.STRIPE, "200 ", Channel.WECHATPAY, "204 ", Channel.ALIPAY, "200 success");

    Stage stage();

    default String checkedOut(String orderId, Channel channel) throws IOException {
        return client().checkout(orderId, channel);
    }

    /** Plays it, and holds every answer against the provider's word for "accepted". */
    default List<Delivery> played(Scenario scenario, Channel channel, String... paymentNos)
            throws InterruptedException {
        List<Delivery> deliveries = stage().play(scenario, paymentNos);
        assertThat(deliveries).isNotEmpty().allMatch(Delivery::accepted);
        assertThat(answersOf(deliveries)).containsOnly(ACCEPTED.get(channel));
        return deliveries;
    }

    /** Status and body of each answer that came. */
    default List<String> answersOf(List<Delivery> deliveries) {
        return deliveries.stream()
                .flatMap(delivery -> delivery.attempts().stream())
                .map(Attempt::answer)
                .filter(Objects::nonNull)
                .map(answer -> answer.status() + " " + answer.text())
                .toList();
    }
}
