package dev.semel.boot.store;

import dev.semel.counter.store.CounterStore;
import dev.semel.store.Store;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;

/** Opens stores after Flyway, Liquibase and the scripts of Spring Boot have run, since they may create the tables. */
final class StoresAfterMigrations extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {
    @Override
    protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
        return Set.of(Store.class, OpenStore.class, CounterStore.class);
    }
}
