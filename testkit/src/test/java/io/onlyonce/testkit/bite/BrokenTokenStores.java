package io.onlyonce.testkit.bite;

import io.onlyonce.Scope;
import io.onlyonce.memory.MemoryTokenStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.contract.MultipleUseContract;
import io.onlyonce.testkit.contract.TokenDriver;
import io.onlyonce.testkit.contract.TokenStoreContract;
import io.onlyonce.testkit.contract.TransactionalTokenStoreContract;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.Issued;
import io.onlyonce.token.MultipleUse;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenTerms;
import io.onlyonce.token.TransactionalTokenStore;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Token stores with one fault each, as they have been seen in the wild; none may pass its suite. */
final class BrokenTokenStores {
    private BrokenTokenStores() {}

    /** A sound store in front of which each fault is put. */
    abstract static class Pupil extends TokenStoreContract implements ImmediateTokenStore {
        private Duration ahead = Duration.ZERO;
        final MemoryTokenStore sound = new MemoryTokenStore(this::now);

        Instant now() {
            return InstantSource.system().instant().plus(ahead);
        }

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(this);
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            ahead = ahead.plusHours(2);
        }

        @Override
        protected String dump() {
            return sound.dump();
        }

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return sound.issue(binding, lifetime);
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return sound.consume(token, binding);
        }
    }

    static class Sound extends Pupil {}

    /** Looks, then acts: two holders inside the window both succeed. */
    static class ChecksThenActs extends Pupil {
        private final Set<OneTimeToken> used = ConcurrentHashMap.newKeySet();

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return sound.issue(binding, new TokenTerms(lifetime, 1000));
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            if (used.contains(token)) {
                return new Consumption.Refused();
            }
            LockSupport.parkNanos(100_000);
            Consumption consumption = sound.consume(token, binding);
            if (consumption instanceof Consumption.Consumed) {
                used.add(token);
            }
            return consumption;
        }
    }

    /** Proves only that the token was issued. */
    static class IgnoresSubject extends Pupil {
        private static TokenBinding bare(TokenBinding binding) {
            return new TokenBinding(binding.purpose(), Scope.of("anybody"), binding.target());
        }

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return sound.issue(bare(binding), lifetime);
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return sound.consume(token, bare(binding));
        }
    }

    static class IgnoresTarget extends Pupil {
        private static TokenBinding bare(TokenBinding binding) {
            return TokenBinding.of(binding.purpose(), binding.subject());
        }

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return sound.issue(bare(binding), lifetime);
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return sound.consume(token, bare(binding));
        }
    }

    /** Compares as a database does that folds letters and pads with blanks. */
    static class FoldsPurpose extends Pupil {
        private static TokenBinding folded(TokenBinding binding) {
            return new TokenBinding(
                    binding.purpose().toLowerCase(Locale.ROOT).strip(), binding.subject(), binding.target());
        }

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return sound.issue(folded(binding), lifetime);
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return sound.consume(token, folded(binding));
        }
    }

    /** Looks the token up by its text, deletes it, and compares the binding afterwards. */
    static class UsesUpOnForeignAttempt extends Pupil {
        private final Set<OneTimeToken> seen = ConcurrentHashMap.newKeySet();

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return seen.add(token) ? sound.consume(token, binding) : new Consumption.Refused();
        }
    }

    static class NeverExpires extends Pupil {
        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            Issued issued = sound.issue(binding, Duration.ofDays(366));
            return new Issued(issued.token(), now().plus(lifetime));
        }
    }

    static class KeepsClearTexts extends Pupil {
        private final Queue<String> kept = new ConcurrentLinkedQueue<>();

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            Issued issued = sound.issue(binding, lifetime);
            kept.add(issued.token().text());
            return issued;
        }

        @Override
        protected String dump() {
            return kept.toString();
        }
    }

    /** Forgives the case of letters. */
    static class FoldsTokens extends Pupil {
        private final ConcurrentHashMap<String, OneTimeToken> byFoldedText = new ConcurrentHashMap<>();

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            Issued issued = sound.issue(binding, lifetime);
            byFoldedText.put(issued.token().text().toLowerCase(Locale.ROOT).replace('-', '_'), issued.token());
            return issued;
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            String folded = token.text().toLowerCase(Locale.ROOT).replace('-', '_');
            return sound.consume(byFoldedText.getOrDefault(folded, token), binding);
        }
    }

    /** A sound store of tokens of several uses in front of which each fault is put. */
    abstract static class Several extends MultipleUseContract implements MultipleUse {
        private Duration ahead = Duration.ZERO;
        final MemoryTokenStore sound =
                new MemoryTokenStore(() -> InstantSource.system().instant().plus(ahead));

        @Override
        protected MultipleUse issuer() {
            return this;
        }

        @Override
        protected TokenDriver tokens() {
            return TokenDriver.of(sound);
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {
            ahead = ahead.plusHours(2);
        }

        @Override
        protected String dump() {
            return sound.dump();
        }

        @Override
        public Issued issue(TokenBinding binding, TokenTerms terms) {
            return sound.issue(binding, terms);
        }
    }

    static class SoundSeveral extends Several {}

    /** {@code use_count <= n}. */
    static class OneUseTooMany extends Several {
        @Override
        public Issued issue(TokenBinding binding, TokenTerms terms) {
            return sound.issue(binding, new TokenTerms(terms.lifetime(), Math.min(1_000_000, terms.uses() + 1)));
        }
    }

    /** Consumes at once and calls it a transaction. */
    static class IgnoresTransactions extends TransactionalTokenStoreContract implements TransactionalTokenStore {
        private final MemoryTransactions transactions = new MemoryTransactions();
        private final MemoryTokenStore sound = new MemoryTokenStore();

        @Override
        protected TransactionalTokenStore store() {
            return this;
        }

        @Override
        protected TransactionRunner transactions() {
            return transactions;
        }

        @Override
        protected void expire(OneTimeToken token, TokenBinding binding) {}

        @Override
        protected String dump() {
            return sound.dump();
        }

        @Override
        public Issued issue(TokenBinding binding, Duration lifetime) {
            return sound.issue(binding, lifetime);
        }

        @Override
        public Consumption consume(OneTimeToken token, TokenBinding binding) {
            return sound.consume(token, binding);
        }
    }
}
