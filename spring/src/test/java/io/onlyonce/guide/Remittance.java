package io.onlyonce.guide;

import java.math.BigDecimal;

/** Money that goes from an account in one database to an account in another. */
record Remittance(String from, String to, BigDecimal amount) {}
