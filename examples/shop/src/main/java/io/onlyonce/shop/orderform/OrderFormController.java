package io.onlyonce.shop.orderform;

import io.onlyonce.Outcome;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import io.onlyonce.shop.order.NewOrder;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.web.Caller;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/order-forms}. */
@RestController
class OrderFormController {
    private static final Set<String> FIELDS = Set.of("sku", "quantity");

    private final OrderForms forms;

    OrderFormController(OrderForms forms) {
        this.forms = forms;
    }

    @PostMapping(path = "/api/order-forms", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ResponseEntity<Order> place(
            Caller caller,
            @RequestHeader(name = "X-Form-Token", required = false) @Nullable String token,
            @RequestBody MultiValueMap<String, String> form)
            throws Exception {
        Outcome<Order> outcome = forms.place(caller.userId(), token, read(form));
        Order order = outcome.orElseThrow();
        ResponseEntity.BodyBuilder answer = ResponseEntity.created(URI.create("/api/orders/" + order.orderId()));
        if (outcome instanceof Outcome.Replayed) {
            answer.header("Idempotent-Replayed", "true");
        }
        return answer.body(order);
    }

    private static NewOrder read(MultiValueMap<String, String> form) {
        for (String field : form.keySet()) {
            if (!FIELDS.contains(field)) {
                throw Problems.unknownField(field);
            }
        }
        String sku = single(form, "sku");
        if (!Texts.isId(sku)) {
            throw Problems.invalidValue("sku", Texts.ID_RULE);
        }
        return new NewOrder(null, sku, number(single(form, "quantity")), null);
    }

    private static String single(MultiValueMap<String, String> form, String field) {
        List<String> values = form.getOrDefault(field, List.of());
        if (values.size() != 1) {
            throw Problems.invalidValue(field, "must be there once, not " + values.size() + " times");
        }
        String value = values.get(0);
        return value == null ? "" : value;
    }

    private static BigDecimal number(String text) {
        if (!text.matches("-?[0-9]{1,100}")) {
            throw Problems.invalidValue("quantity", "must be a whole number");
        }
        return new BigDecimal(text);
    }
}
