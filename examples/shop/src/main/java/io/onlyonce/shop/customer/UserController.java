package io.onlyonce.shop.customer;

import io.onlyonce.shop.database.WholeUnit;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/users}. */
@RestController
class UserController {
    private final Registration registration;
    private final WholeUnit unit;

    UserController(Registration registration, WholeUnit unit) {
        this.registration = registration;
        this.unit = unit;
    }

    @PostMapping("/api/users")
    ResponseEntity<Customer> register(@Valid @RequestBody NewCustomer wanted) {
        Registration.Registered registered = unit.retried(() -> registration.register(wanted));
        return ResponseEntity.status(registered.isNew() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(registered.customer());
    }
}
