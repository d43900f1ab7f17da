package dev.semel.spring.method;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;
import org.springframework.expression.spel.support.StandardTypeLocator;
import org.springframework.util.ClassUtils;

/**
 * Finds mistakes in an expression without a call: names that are no parameters, beans or types, and properties and
 * methods that a type does not have. A value may have more than its declared type, so that a missing property is a
 * problem only if the type is final or the bean itself, and otherwise a warning.
 *
 * @param what the expression, such as {@code its key expression}
 * @param method the class and the method, for warnings
 * @param variables the parameters of the method with their types
 * @param target the class of the bean, which is the root object
 */
record ExpressionCheck(
        String what,
        String method,
        Map<String, Class<?>> variables,
        Class<?> target,
        BeanFactory beans,
        List<String> problems) {
    private static final Log LOG = LogFactory.getLog("dev.semel.spring");
    private static final PropertyFinder PROPERTIES = new PropertyFinder();

    /** Checks an expression that is evaluated against the bean. */
    void check(SpelNode node) {
        Class<?> type = typeOf(node, target, new Owner(target, true));
        if (type != null && Incomparable.isOne(type)) {
            problems.add(
                    what + " is of the type " + type.getSimpleName()
                            + ", which cannot be compared between a request and its retry; name a part of it that is the same in both");
        }
    }

    /**
     * The object to which a name in a path refers.
     *
     * @param type {@code null} if it is unknown
     * @param isExact whether the object has no other type
     */
    private record Owner(@Nullable Class<?> type, boolean isExact) {}

    /**
     * Checks a node and its children.
     *
     * @param root the type of the root object; {@code null} if it is unknown, as in projections
     * @return the type of the node's value, or {@code null} if it is unknown
     */
    private @Nullable Class<?> typeOf(SpelNode node, @Nullable Class<?> root, Owner owner) {
        if (node instanceof CompoundExpression) {
            return typeOfPath(node, root);
        } else if (node instanceof VariableReference variable) {
            return variable(variable, root);
        } else if (node instanceof PropertyOrFieldReference property) {
            return property(property, owner);
        } else if (node instanceof BeanReference bean) {
            bean(bean);
            return null;
        } else if (node instanceof TypeReference type) {
            type(type);
            return null;
        }
        // In these, names refer to elements, or are the keys of a map.
        boolean ofElements = node instanceof Projection || node instanceof Selection || node instanceof Indexer;
        Class<?> inside = ofElements ? null : root;
        for (int i = 0; i < node.getChildCount(); i++) {
            var unused = typeOf(node.getChild(i), inside, new Owner(inside, true));
        }
        return node instanceof MethodReference call ? method(call, owner) : null;
    }

    private @Nullable Class<?> typeOfPath(SpelNode path, @Nullable Class<?> root) {
        Owner owner = new Owner(root, true);
        for (int i = 0; i < path.getChildCount(); i++) {
            SpelNode child = path.getChild(i);
            Class<?> type = typeOf(child, root, owner);
            boolean isExact = type != null
                    && ((child instanceof VariableReference variable && isRoot(variable))
                            || Modifier.isFinal(type.getModifiers()));
            owner = new Owner(type, isExact);
        }
        return owner.type();
    }

    private static String name(VariableReference variable) {
        return variable.toStringAST().substring(1);
    }

    private static boolean isRoot(VariableReference variable) {
        return name(variable).equals("root") || name(variable).equals("this");
    }

    private @Nullable Class<?> variable(VariableReference variable, @Nullable Class<?> root) {
        if (isRoot(variable)) {
            return name(variable).equals("root") ? target : root;
        }
        Class<?> type = variables.get(name(variable));
        if (type == null) {
            problems.add(what + " names " + variable.toStringAST()
                    + ", which is not a parameter; compile with -parameters, or name it by its number, such as #p0");
        }
        return type;
    }

    private @Nullable Class<?> property(PropertyOrFieldReference property, Owner owner) {
        Class<?> type = owner.type();
        String name = property.getName();
        if (type == null || type == Object.class || PROPERTIES.has(type, name)) {
            return type == null || type == Object.class ? null : PROPERTIES.typeOf(type, name);
        }
        String hint = type == target && variables.containsKey(name) ? "; the parameter is #" + name : "";
        missing("the property " + name, type, owner.isExact(), hint);
        return null;
    }

    private void missing(String member, Class<?> owner, boolean isCertain, String hint) {
        String problem =
                what + " names " + member + ", which " + ClassUtils.getShortName(owner) + " does not have" + hint;
        if (isCertain) {
            problems.add(problem);
        } else {
            LOG.warn("The idempotent method " + method + " fails unless a subclass has it: " + problem);
        }
    }

    private @Nullable Class<?> method(MethodReference call, Owner owner) {
        Class<?> type = owner.type();
        if (type == null || type == Object.class || type.isArray()) {
            return null;
        }
        List<Class<?>> results = Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals(call.getName()))
                .<Class<?>>map(Method::getReturnType)
                .distinct()
                .toList();
        // An interface has the methods of Object as well.
        if (results.isEmpty() && !type.isInterface()) {
            missing("the method " + call.getName() + "()", type, owner.isExact(), "");
        }
        return results.size() == 1 ? results.get(0) : null;
    }

    private void bean(BeanReference bean) {
        String name = bean.toStringAST().replaceAll("^@'?|'$", "");
        if (!name.startsWith("&") && !beans.containsBean(name)) {
            problems.add(what + " names the bean @" + name + ", which does not exist");
        }
    }

    private void type(TypeReference type) {
        String name = type.getChild(0).toStringAST();
        try {
            var unused = new StandardTypeLocator().findType(name);
        } catch (EvaluationException e) {
            // A primitive type is known to expressions only.
            if (!name.matches("[a-z]+")) {
                problems.add(what + " names the type " + name + ", which is not on the class path");
            }
        }
    }

    /** Finds properties as an evaluation does. */
    private static final class PropertyFinder extends ReflectivePropertyAccessor {
        boolean has(Class<?> type, String name) {
            return (type.isArray() && name.equals("length")) || typeOf(type, name) != null;
        }

        @Nullable
        Class<?> typeOf(Class<?> type, String name) {
            Method getter = findGetterForProperty(name, type, false);
            if (getter != null) {
                return getter.getReturnType();
            }
            Field field = findField(name, type, false);
            return field == null ? null : field.getType();
        }
    }
}
