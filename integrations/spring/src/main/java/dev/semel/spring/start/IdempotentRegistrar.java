package dev.semel.spring.start;

import dev.semel.spring.EnableIdempotent;
import dev.semel.spring.method.GuardedMethods;
import dev.semel.spring.method.IdempotentAdvisor;
import java.util.Map;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the beans of {@link EnableIdempotent}. */
public final class IdempotentRegistrar implements ImportBeanDefinitionRegistrar {
    private static final String METHODS = "dev.semel.spring.guardedMethods";

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Map<String, Object> found = importing.getAnnotationAttributes(EnableIdempotent.class.getName());
        AnnotationAttributes attributes = new AnnotationAttributes(found == null ? Map.of() : found);
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        if (attributes.getBoolean("proxyTargetClass")) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
        if (registry.containsBeanDefinition(METHODS)) {
            return;
        }
        register(registry, METHODS, BeanDefinitionBuilder.rootBeanDefinition(GuardedMethods.class));
        register(
                registry,
                "dev.semel.spring.idempotentAdvisor",
                BeanDefinitionBuilder.rootBeanDefinition(IdempotentAdvisor.class)
                        .addConstructorArgReference(METHODS)
                        .addConstructorArgValue(attributes.<Integer>getNumber("order")));
        register(
                registry,
                "dev.semel.spring.startCheck",
                BeanDefinitionBuilder.rootBeanDefinition(StartCheck.class).addConstructorArgReference(METHODS));
    }

    private static void register(BeanDefinitionRegistry registry, String name, BeanDefinitionBuilder bean) {
        registry.registerBeanDefinition(
                name, bean.setRole(BeanDefinition.ROLE_INFRASTRUCTURE).getBeanDefinition());
    }
}
