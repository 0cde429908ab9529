package io.onlyonce.guide;

import java.math.BigDecimal;
import java.time.Instant;

record NewPayment(String accountId, BigDecimal amount, Instant sentAt) {}
