package io.onlyonce.json;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Answers as business code returns them. */
final class Answers {
    enum Status {
        PAID {
            @Override
            boolean isFinal() {
                return true;
            }
        },
        OPEN {
            @Override
            boolean isFinal() {
                return false;
            }

            @Override
            public String toString() {
                return "still open";
            }
        };

        abstract boolean isFinal();
    }

    record Line(String article, int count, BigDecimal price) {}

    record Order(long id, Status status, List<Line> lines, Optional<String> note, Instant placed) {}

    record Page<T>(List<T> items, long total, Optional<T> first) {}

    record Done() {}

    /** Refers to itself, as types may. */
    record Tree(String name, List<Tree> branches, Optional<Tree> favourite) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Card.class, name = "card"),
        @JsonSubTypes.Type(value = Transfer.class, name = "transfer")
    })
    sealed interface Payment permits Card, Transfer {}

    record Card(String last4, BigDecimal amount) implements Payment {}

    record Transfer(List<Payment> replaces, BigDecimal amount) implements Payment {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Shape permits Circle, Square {}

    @JsonTypeName("circle")
    record Circle(double radius) implements Shape {}

    @JsonTypeName("square")
    record Square(double side) implements Shape {}

    /** An old-style bean: getters that lie must not matter, its fields are its value. */
    static class Bean {
        private String name;
        private BigDecimal amount;
        private transient int cache;

        Bean() {}

        Bean(String name, BigDecimal amount) {
            this.name = name;
            this.amount = amount;
            this.cache = 7;
        }

        public String getName() {
            throw new IllegalStateException("not for the codec");
        }

        public boolean isCached() {
            return cache > 0;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean that && Objects.equals(name, that.name) && Objects.equals(amount, that.amount);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, amount);
        }
    }

    /** Immutable, with a constructor in place of setters. */
    static final class Money {
        private final BigDecimal amount;
        private final String currency;

        public Money(BigDecimal amount, String currency) {
            this.amount = amount;
            this.currency = currency;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Money that && amount.equals(that.amount) && currency.equals(that.currency);
        }

        @Override
        public int hashCode() {
            return Objects.hash(amount, currency);
        }
    }

    private Answers() {}
}
