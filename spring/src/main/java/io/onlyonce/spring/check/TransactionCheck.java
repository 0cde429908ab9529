package io.onlyonce.spring.check;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.transaction.SpringTransactions;
import java.lang.reflect.Method;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.util.StringUtils;

/** Refuses a {@code @Transactional} that would take an annotated method out of the transaction of its record. */
public final class TransactionCheck {
    private final AnnotationTransactionAttributeSource attributes = new AnnotationTransactionAttributeSource(false);
    private final BeanFactory beans;
    private final ObjectProvider<SpringTransactions> transactions;

    public TransactionCheck(BeanFactory beans, ObjectProvider<SpringTransactions> transactions) {
        this.beans = beans;
        this.transactions = transactions;
    }

    /**
     * @throws MisuseException if the method's writes would not commit with its record, or not as it says
     */
    public void check(Class<?> type, Method method) {
        MergedAnnotation<TransactionalEventListener> listener =
                MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(TransactionalEventListener.class);
        if (listener.isPresent()) {
            TransactionPhase phase = listener.getEnum("phase", TransactionPhase.class);
            if (phase != TransactionPhase.BEFORE_COMMIT) {
                throw new MisuseException(SpringTexts.afterCommit(method, phase));
            }
        }
        TransactionAttribute attribute = attributes.getTransactionAttribute(method, type);
        if (attribute != null) {
            checkJoins(method, attribute);
        }
    }

    private void checkJoins(Method method, TransactionAttribute attribute) {
        for (Propagation leaving :
                new Propagation[] {Propagation.REQUIRES_NEW, Propagation.NOT_SUPPORTED, Propagation.NEVER}) {
            if (attribute.getPropagationBehavior() == leaving.value()) {
                throw new MisuseException(SpringTexts.leavesTransaction(method, "propagation = " + leaving));
            }
        }
        for (Isolation isolation : Isolation.values()) {
            if (isolation != Isolation.DEFAULT && attribute.getIsolationLevel() == isolation.value()) {
                throw new MisuseException(SpringTexts.isolation(method, isolation.name()));
            }
        }
        String manager = attribute.getQualifier();
        SpringTransactions ours = transactions.getIfUnique();
        if (ours != null
                && StringUtils.hasText(manager)
                && BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, manager)
                        != ours.manager()) {
            throw new MisuseException(SpringTexts.leavesTransaction(method, "the manager \"" + manager + "\""));
        }
    }
}
