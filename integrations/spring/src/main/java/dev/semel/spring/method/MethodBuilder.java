package dev.semel.spring.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.jackson.JsonCodec;
import dev.semel.jackson.JsonFingerprinter;
import dev.semel.jackson.JsonKey;
import dev.semel.spring.CurrentScope;
import dev.semel.spring.OperationCustomizer;
import dev.semel.spring.result.ResultForm;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.util.StringValueResolver;

/** Builds the operations of idempotent methods. */
final class MethodBuilder {
    private final ParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();
    private final BeanFactory beans;
    private final Semel semel;
    private final StringValueResolver placeholders;
    private final JsonCodec.Factory codecs;
    private final JsonFingerprinter fingerprinter;
    private final Expressions.Surroundings surroundings;
    private final TransactionChoice transactions;

    MethodBuilder(BeanFactory beans, Semel semel, StringValueResolver placeholders) {
        ObjectMapper mapper = beans.getBeanProvider(ObjectMapper.class)
                .getIfUnique(() -> JsonMapper.builder().findAndAddModules().build());
        this.beans = beans;
        this.semel = semel;
        this.placeholders = placeholders;
        this.codecs = JsonCodec.with(mapper);
        this.fingerprinter = JsonFingerprinter.with(mapper);
        this.surroundings = new Expressions.Surroundings(
                names,
                new BeanFactoryResolver(beans),
                beans.getBeanProvider(CurrentScope.class),
                JsonKey.at("").with(mapper));
        this.transactions = TransactionChoice.of(beans, semel.store(), placeholders);
    }

    /** Returns the method, or {@code null} if errors, which are added to the problems, prevent that. */
    @Nullable
    GuardedMethod build(GuardedMethodSpec spec, List<String> problems) {
        MethodExpressions parsed = MethodExpressions.of(spec, names, placeholders, beans, problems);
        ResultForm form = form(spec, problems);
        if (parsed == null || form == null) {
            return null;
        }
        Operation<@Nullable Object> operation = operation(spec, form, problems);
        Running running = operation == null ? null : transactions.running(spec, form, operation, problems);
        return running == null
                ? null
                : new GuardedMethod(new Expressions(spec.name(), parsed, surroundings), form.delivery(), running);
    }

    private @Nullable ResultForm form(GuardedMethodSpec spec, List<String> problems) {
        try {
            ResultForm form = ResultForm.of(
                    spec.method(), spec.target(), codecs, spec.annotation().redacting());
            String bean = spec.annotation().storedForm();
            return bean.isEmpty() ? form : form.storing(storedForm(bean));
        } catch (IllegalArgumentException | BeansException e) {
            problems.add(String.valueOf(e.getMessage()));
            return null;
        }
    }

    @SuppressWarnings("unchecked") // a form for another type fails at the first result, which is then not kept
    private Codec.StoredForm<@Nullable Object> storedForm(String bean) {
        return beans.getBean(placeholders.resolveStringValue(bean), Codec.StoredForm.class);
    }

    private @Nullable Operation<@Nullable Object> operation(
            GuardedMethodSpec spec, ResultForm form, List<String> problems) {
        OperationBuilder<@Nullable Object> builder =
                semel.operation(spec.operation(), form.codec()).fingerprinter(fingerprinter);
        beans.getBeanProvider(OperationCustomizer.class)
                .orderedStream()
                .forEach(customizer -> customizer.customize(spec.operation(), builder));
        try {
            new AnnotatedPolicy(spec.annotation(), placeholders, beans, problems).applyTo(builder);
            return builder.build();
        } catch (SemelException | IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
            return null;
        }
    }
}
