package dev.semel.boot.store;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.counter.store.CounterStore;
import dev.semel.store.Store;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

/**
 * Opens the stores of one of Semel's store modules, either at an address or on a client of the application. Each implementation names types
 * of an optional module, so it is loaded only after the module was found on the class path.
 */
interface StoreModule {

    /** Returns whether the application has a client for these stores. */
    boolean hasClient(BeanFactory beans);

    /** Opens the store for records on the application's client, which the application closes. */
    Store onClient(BeanFactory beans, SemelProperties settings);

    /** Opens the store for counts on the application's client, which the application closes. */
    CounterStore countsOnClient(BeanFactory beans, SemelProperties settings);

    /** Opens the store for records at an address. */
    OpenStore at(StoreAddress address, SemelProperties settings);

    /**
     * Opens the store for counts at an address.
     *
     * @param records the store for records at the same address; {@code null} if the application defines its own
     */
    CounterStore countsAt(StoreAddress address, SemelProperties settings, @Nullable OpenStore records);

    /** Returns whether the application has a bean of a type. No bean is created for that. */
    static boolean hasBean(BeanFactory beans, Class<?> type) {
        return beans instanceof ListableBeanFactory all && all.getBeanNamesForType(type, true, false).length > 0;
    }

    /**
     * Returns the bean of a type, or the primary one of several.
     *
     * @param store how code opens a store on one of several, for the message
     * @throws WrongSettingException if there are several, and none is primary
     */
    static <B> B onlyBean(BeanFactory beans, Class<B> type, String store) {
        try {
            return beans.getBean(type);
        } catch (NoUniqueBeanDefinitionException e) {
            throw new WrongSettingException(
                    "Semel could keep its records or counts in several beans of the type " + type.getSimpleName() + ": "
                            + Optional.ofNullable(e.getBeanNamesFound()).stream()
                                    .flatMap(Collection::stream)
                                    .sorted()
                                    .collect(Collectors.joining(" and ")),
                    "Mark one of them as @Primary, define a bean of the type dev.semel.store.Store, such as " + store
                            + ", or set semel.store.",
                    e);
        }
    }
}
