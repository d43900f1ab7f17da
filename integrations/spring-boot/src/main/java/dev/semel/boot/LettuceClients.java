package dev.semel.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.function.Function;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/** The Lettuce client that an application has: a bean of its own, or the one of Spring Data's connection factory. */
final class LettuceClients {
    private static final boolean SPRING_DATA = ClassUtils.isPresent(
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
            LettuceClients.class.getClassLoader());

    private LettuceClients() {}

    static boolean isThere(BeanFactory beans) {
        return StoreChoice.hasOne(beans, RedisClient.class)
                || StoreChoice.hasOne(beans, RedisClusterClient.class)
                || (SPRING_DATA && SpringData.isThere(beans));
    }

    /** Makes something of it, by whichever kind it is. A bean of the application's own goes first. */
    static <B> B use(BeanFactory beans, Function<RedisClient, B> single, Function<RedisClusterClient, B> cluster) {
        if (StoreChoice.hasOne(beans, RedisClient.class)) {
            return single.apply(beans.getBean(RedisClient.class));
        } else if (StoreChoice.hasOne(beans, RedisClusterClient.class)) {
            return cluster.apply(beans.getBean(RedisClusterClient.class));
        }
        AbstractRedisClient client = SpringData.client(beans);
        if (client instanceof RedisClient one) {
            return single.apply(one);
        } else if (client instanceof RedisClusterClient many) {
            return cluster.apply(many);
        }
        throw new WrongSettingException(
                "Semel can't use the connection factory for Redis, which has no Lettuce client of a known kind",
                "Set semel.store, such as redis://localhost, or define a bean of the type RedisClient.");
    }

    // Loaded only if Spring Data is there.

    private static final class SpringData {
        static boolean isThere(BeanFactory beans) {
            return StoreChoice.hasOne(beans, LettuceConnectionFactory.class);
        }

        static AbstractRedisClient client(BeanFactory beans) {
            return beans.getBean(LettuceConnectionFactory.class).getRequiredNativeClient();
        }
    }
}
