package io.onlyonce.guide;

import io.onlyonce.spring.Idempotent;
import java.security.SecureRandom;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CardController {
    private final JdbcTemplate jdbc;
    private final SecureRandom random = new SecureRandom();

    CardController(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    record Card(String cardId, String pin) {}

    @PostMapping("/api/cards")
    @Idempotent(operation = "issue-card", number = "/cardId", keeps = Idempotent.Keeps.NUMBER)
    ResponseEntity<Card> issue(@RequestParam String holder) {
        Card card = new Card(holder + "-1", "%04d".formatted(random.nextInt(10_000)));
        jdbc.update("INSERT INTO card (card_id, holder) VALUES (?, ?)", card.cardId(), holder);
        return ResponseEntity.status(HttpStatus.CREATED).body(card); // the PIN is shown once, and kept nowhere
    }

    @PostMapping("/api/letters")
    @Idempotent(operation = "write-letter")
    String write(@RequestParam String holder) {
        return "Dear " + holder + ", your limit is 3000.00";
    }
}
