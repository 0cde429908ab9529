package io.onlyonce.shop.web;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Refuses to start in production with a console that is open to everybody. */
@Component
class ConsoleDoor {
    ConsoleDoor(
            @Value("${shop.production:false}") boolean production,
            @Value("${onlyonce.console.unprotected:false}") boolean open) {
        if (production && open) {
            throw new IllegalStateException(
                    "shop.production is true, but onlyonce.console.unprotected is, too: everybody could settle claims. Set it to false, and give those who may the role ONLYONCE or ONLYONCE_ADMIN.");
        }
    }
}
