package io.onlyonce.spring.check;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.transaction.SpringTransactions;
import io.onlyonce.transaction.TransactionRunner.Ended;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Opens one transaction at start-up and looks whether the records' connection takes part in it. */
public final class DataSourceCheck implements SmartInitializingSingleton {
    private final SpringTransactions transactions;

    public DataSourceCheck(SpringTransactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public void afterSingletonsInstantiated() {
        try {
            transactions.run(() -> {
                if (!transactions.joins()) {
                    String manager = transactions.manager().getClass().getName();
                    throw new MisuseException(SpringTexts.foreignDataSource(manager));
                }
                return Ended.rollBack(transactions.connection());
            });
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("A unit that throws no checked exception threw one.", e);
        }
    }
}
