package io.onlyonce.guide;

import io.onlyonce.Fingerprint;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.spring.web.FormTokens;
import io.onlyonce.token.TokenGate;
import io.onlyonce.token.TokenUse;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;

@Controller
class OrderFormController {
    private static final Operation<String> ORDER_FORM = Operation.named("order-form", ResultCodec.text());

    private final FormTokens tokens;
    private final TokenGate gate;
    private final Orders orders;

    OrderFormController(FormTokens tokens, TokenGate gate, Orders orders) {
        this.tokens = tokens;
        this.gate = gate;
        this.orders = orders;
    }

    @PostMapping("/api/orders/form")
    String place(@ModelAttribute NewOrder order, HttpServletRequest request) throws Exception {
        TokenUse use = tokens.use(request, "create-order", Fingerprint.of("create-order"));
        String orderId = gate.run(
                        ORDER_FORM, use, attempt -> orders.place(order).orderId())
                .orElseThrow();
        return "redirect:/api/orders/" + orderId;
    }
}
