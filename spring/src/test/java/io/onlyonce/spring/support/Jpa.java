package io.onlyonce.spring.support;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Hibernate on a data source, without an application context. */
public final class Jpa implements AutoCloseable {
    private final LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
    private final JpaTransactionManager manager;
    private final EntityManager entities;

    public Jpa(DataSource dataSource) {
        factory.setDataSource(dataSource);
        factory.setManagedTypes(PersistenceManagedTypes.of(JpaEffect.class.getName()));
        factory.setJpaPropertyMap(Map.of("jakarta.persistence.validation.mode", "none"));
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.afterPropertiesSet();
        EntityManagerFactory made = Objects.requireNonNull(factory.getObject());
        this.manager = new JpaTransactionManager(made);
        this.entities = SharedEntityManagerCreator.createSharedEntityManager(made);
    }

    public JpaTransactionManager manager() {
        return manager;
    }

    /** The entity manager of the transaction that is open on this thread. */
    public EntityManager entities() {
        return entities;
    }

    /** Persists an effect; it is not flushed. */
    public JpaEffect persist(String name) {
        JpaEffect effect = new JpaEffect(name, UUID.randomUUID().toString());
        entities.persist(effect);
        return effect;
    }

    @Override
    public void close() {
        factory.destroy();
    }
}
