package io.onlyonce.shop.web;

import io.onlyonce.Outcome;
import io.onlyonce.error.TokenSpentException;
import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import io.onlyonce.shop.coupon.Coupons;
import io.onlyonce.shop.database.WholeUnit;
import io.onlyonce.shop.order.Cancellations;
import io.onlyonce.shop.order.NewOrder;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.orderform.OrderForms;
import io.onlyonce.shop.orderform.Tokens;
import io.onlyonce.shop.payment.NewPayment;
import io.onlyonce.shop.payment.Payments;
import io.onlyonce.shop.payment.Refunds;
import io.onlyonce.shop.product.Products;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The shop's page. It works without scripts: the forms post and are answered with a redirect, so that a reload repeats nothing, and the order form carries a
 * one-time token, so that a double click or the way back through the history places one order.
 */
@Controller
class PageController {
    private static final String DEMO_USER = "demo";
    private static final String DEMO_ACCOUNT = "A1";
    private static final String DEMO_COUPON = "WELCOME";

    private final Tokens tokens;
    private final OrderForms forms;
    private final OrderReader orders;
    private final Payments payments;
    private final Refunds refunds;
    private final Cancellations cancellations;
    private final Coupons coupons;
    private final Products products;
    private final WholeUnit unit;
    private final boolean production;

    PageController(
            Tokens tokens,
            OrderForms forms,
            OrderReader orders,
            Payments payments,
            Refunds refunds,
            Cancellations cancellations,
            Coupons coupons,
            Products products,
            WholeUnit unit,
            @Value("${shop.production:false}") boolean production) {
        this.production = production;
        this.tokens = tokens;
        this.forms = forms;
        this.orders = orders;
        this.payments = payments;
        this.refunds = refunds;
        this.cancellations = cancellations;
        this.coupons = coupons;
        this.products = products;
        this.unit = unit;
    }

    /** The page; {@code done} names the order that was just placed, {@code problem} what was refused. */
    @GetMapping("/")
    String show(
            @RequestParam(defaultValue = DEMO_USER) String user,
            @RequestParam(required = false) @Nullable String done,
            @RequestParam(defaultValue = "false") boolean again,
            @RequestParam(defaultValue = "false") boolean coupon,
            @RequestParam(required = false) @Nullable String problem,
            Model model) {
        String userId = known(user);
        model.addAttribute("user", userId);
        model.addAttribute("simulated", !production);
        model.addAttribute("done", done);
        model.addAttribute("again", again);
        model.addAttribute("coupon", coupon);
        model.addAttribute("problem", problem);
        model.addAttribute("token", tokens.issue(userId, OrderForms.PURPOSE).token());
        model.addAttribute("products", products.list());
        model.addAttribute("orders", orders.newest(userId, 10));
        model.addAttribute("total", orders.count(userId));
        return "shop";
    }

    /** The order form. */
    @PostMapping("/page/orders")
    String order(
            @RequestParam String user,
            @RequestParam String token,
            @RequestParam String sku,
            @RequestParam BigDecimal quantity,
            RedirectAttributes redirect)
            throws Exception {
        String userId = known(user);
        redirect.addAttribute("user", userId);
        try {
            Outcome<Order> outcome = forms.place(userId, token, new NewOrder(null, sku, quantity, null));
            redirect.addAttribute("done", outcome.orElseThrow().orderId());
            redirect.addAttribute("again", outcome instanceof Outcome.Replayed);
        } catch (Problem refused) {
            redirect.addAttribute("problem", refused.code());
        } catch (TokenSpentException spent) { // the page that follows has another token
            if (!(spent.getCause() instanceof Problem refused)) {
                throw spent;
            }
            redirect.addAttribute("problem", refused.code());
        }
        return "redirect:/";
    }

    /** The pay button of an order. */
    @PostMapping("/page/payments")
    String pay(@RequestParam String user, @RequestParam String orderId, RedirectAttributes redirect) {
        return attempt(user, redirect, () -> {
            NewPayment payment =
                    new NewPayment(DEMO_ACCOUNT, orders.get(orderId).amount());
            unit.retried(() -> payments.pay(orderId, payment));
        });
    }

    /** The cancel button of an order. */
    @PostMapping("/page/cancellations")
    String cancel(@RequestParam String user, @RequestParam String orderId, RedirectAttributes redirect) {
        return attempt(
                user, redirect, () -> unit.retried(() -> cancellations.cancel(orderId, "cancelled by the buyer")));
    }

    /** The refund button of an order: all of it. Without a key, since a second full refund finds nothing left. */
    @PostMapping("/page/refunds")
    String refund(@RequestParam String user, @RequestParam String orderId, RedirectAttributes redirect) {
        return attempt(
                user,
                redirect,
                () -> unit.retried(
                        () -> refunds.refund(orderId, orders.get(orderId).amount())));
    }

    /** The coupon button. */
    @PostMapping("/page/coupons")
    String coupon(@RequestParam String user, RedirectAttributes redirect) {
        return attempt(user, redirect, () -> {
            unit.retried(() -> coupons.claim(DEMO_COUPON, user));
            redirect.addAttribute("coupon", true);
        });
    }

    private static String attempt(String user, RedirectAttributes redirect, Runnable action) {
        redirect.addAttribute("user", known(user));
        try {
            action.run();
        } catch (Problem refused) {
            redirect.addAttribute("problem", refused.code());
        }
        return "redirect:/";
    }

    private static String known(String user) {
        if (!Texts.isId(user)) {
            throw Problems.invalidValue("user", Texts.ID_RULE);
        }
        return user;
    }
}
