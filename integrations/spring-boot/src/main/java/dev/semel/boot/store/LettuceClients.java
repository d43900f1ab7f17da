package dev.semel.boot.store;

import dev.semel.boot.WrongSettingException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.function.Function;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/** The Lettuce client of an application: a bean, or the client of Spring Data's connection factory. */
final class LettuceClients {
    private static final boolean SPRING_DATA = ClassUtils.isPresent(
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
            LettuceClients.class.getClassLoader());

    private LettuceClients() {}

    /** Returns whether the application has a client. */
    static boolean isPresent(BeanFactory beans) {
        return StoreModule.hasBean(beans, RedisClient.class)
                || StoreModule.hasBean(beans, RedisClusterClient.class)
                || (SPRING_DATA && SpringData.isPresent(beans));
    }

    /** Passes the client to the function for its kind. A bean takes precedence over Spring Data's client. */
    static <B> B use(BeanFactory beans, Function<RedisClient, B> single, Function<RedisClusterClient, B> cluster) {
        if (StoreModule.hasBean(beans, RedisClient.class)) {
            return single.apply(beans.getBean(RedisClient.class));
        } else if (StoreModule.hasBean(beans, RedisClusterClient.class)) {
            return cluster.apply(beans.getBean(RedisClusterClient.class));
        }
        AbstractRedisClient client = SpringData.client(beans);
        if (client instanceof RedisClient one) {
            return single.apply(one);
        } else if (client instanceof RedisClusterClient many) {
            return cluster.apply(many);
        }
        throw new WrongSettingException(
                "Semel cannot use the connection factory for Redis, which has no Lettuce client of a known kind",
                "Set semel.store, such as redis://localhost, or define a bean of the type RedisClient.");
    }

    // Loaded only if Spring Data is on the class path.

    private static final class SpringData {
        static boolean isPresent(BeanFactory beans) {
            return StoreModule.hasBean(beans, LettuceConnectionFactory.class);
        }

        static AbstractRedisClient client(BeanFactory beans) {
            return beans.getBean(LettuceConnectionFactory.class).getRequiredNativeClient();
        }
    }
}
