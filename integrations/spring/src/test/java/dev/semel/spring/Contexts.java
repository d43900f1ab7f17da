package dev.semel.spring;

import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.Store;
import dev.semel.testkit.FaultyStore;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Contexts for tests. */
final class Contexts {
    private Contexts() {}

    @Configuration
    @EnableIdempotent
    static class OnMemory {
        @Bean(destroyMethod = "")
        FaultyStore store() {
            return FaultyStore.on(MemoryStore.create());
        }

        @Bean
        Semel semel(Store store) {
            return Semel.on(store);
        }
    }

    /** A context that keeps its records in memory. */
    static AnnotationConfigApplicationContext onMemory(Class<?>... more) {
        return open(OnMemory.class, more);
    }

    static AnnotationConfigApplicationContext open(Class<?> configuration, Class<?>... more) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.register(configuration);
        if (more.length > 0) {
            context.register(more);
        }
        try {
            context.refresh();
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
        return context;
    }

    /** Why a context could not be opened. */
    static String refusalOf(Class<?> configuration, Class<?>... more) {
        try (AnnotationConfigApplicationContext context = open(configuration, more)) {
            throw new AssertionError("it was opened, with " + context.getBeanDefinitionCount() + " beans");
        } catch (RuntimeException e) {
            Throwable innermost = e;
            while (innermost.getCause() != null) {
                innermost = innermost.getCause();
            }
            return String.valueOf(innermost.getMessage());
        }
    }
}
