package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Every public type and member of the published modules is documented, in their doors and in the rooms behind them. The Javadoc of a method starts
 * with a verb in the third person, and that of a type with a noun or, for one case of several, with a sentence about it.
 */
@DisplayName("Javadoc of published modules")
class JavadocTest {
    /** A mutant is described by its constructor's argument, which the tables of findings print. */
    private static final Set<String> DESCRIBED_OTHERWISE = Set.of("Mutant");

    private static final Pattern VERB = Pattern.compile("[A-Z][a-z]+s\\b.*");
    private static final Pattern NOT_A_TYPE = Pattern.compile("(Returns|Is|Are|Called|Does|Has)\\b.*");

    @Test
    @DisplayName("is there for each type, method and constant, and starts with what it does")
    void documented() throws IOException {
        List<JavaFileObject> sources = sources();
        assertThat(sources).hasSizeGreaterThan(500);
        assertThat(findings(sources))
                .as("begin with what it does (Returns …, Sets …), then the default, the guarantee and the failure")
                .isEmpty();
    }

    @Test
    @DisplayName("is reported if it is missing, or starts with something else")
    void reports() throws IOException {
        String source = """
                /** Returns things. */
                public class A {
                    public int missing;
                    /** Called by the store. */
                    public void called() {}
                    /** Sets a limit. */
                    public void fine() {}
                    void hidden() {}
                    @Override
                    public String toString() { return ""; }
                    /** One case. */
                    protected interface B { int undocumented(); }
                }
                """;
        assertThat(findings(List.of(inMemory(source))))
                .containsExactly(
                        "A.java:2: A: starts with \"Returns things.\"",
                        "A.java:3: missing: has no Javadoc",
                        "A.java:5: called: starts with \"Called by the store.\"",
                        "A.java:12: undocumented: has no Javadoc");
    }

    private static JavaFileObject inMemory(String source) {
        return new SimpleJavaFileObject(URI.create("memory:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return source;
            }
        };
    }

    private static List<JavaFileObject> sources() {
        List<Path> modules = Published.modules();
        List<Path> files = Project.files(".java").stream()
                .filter(path -> !path.endsWith("package-info.java") && !path.endsWith("module-info.java"))
                .filter(path -> modules.stream().anyMatch(module -> path.startsWith(module.resolve("src/main"))))
                .toList();
        List<JavaFileObject> sources = new ArrayList<>();
        ToolProvider.getSystemJavaCompiler()
                .getStandardFileManager(null, null, null)
                .getJavaFileObjectsFromPaths(files)
                .forEach(sources::add);
        return sources;
    }

    private static List<String> findings(List<JavaFileObject> sources) throws IOException {
        JavacTask task = (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of("-proc:none"), null, sources);
        List<String> findings = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            new Reader(unit, DocTrees.instance(task), findings).scan(unit, null);
        }
        return findings;
    }

    /** Walks through the types and members of a source that are public or protected. */
    private static final class Reader extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final DocTrees docs;
        private final List<String> findings;

        Reader(CompilationUnitTree unit, DocTrees docs, List<String> findings) {
            this.unit = unit;
            this.docs = docs;
            this.findings = findings;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            if (isShown(type.getModifiers())) {
                check(type.getSimpleName(), text -> !NOT_A_TYPE.matcher(text).matches());
                type.getMembers().forEach(member -> scan(member, null));
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .map(AnnotationTree::getAnnotationType)
                    .anyMatch(annotation -> annotation.toString().equals("Override"));
            boolean isOfRecord = method.getReturnType() == null && owner().getKind() == Tree.Kind.RECORD;
            if (isShown(method.getModifiers()) && !overrides && !isOfRecord) {
                check(
                        method.getReturnType() == null ? "constructor" : method.getName(),
                        text -> VERB.matcher(text).matches());
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, Void nothing) {
            if (isShown(field.getModifiers()) && !isDescribedOtherwise(field)) {
                check(field.getName(), text -> true);
            }
            return null;
        }

        private boolean isDescribedOtherwise(VariableTree field) {
            return field.getInitializer() instanceof NewClassTree
                    && DESCRIBED_OTHERWISE.contains(owner().getSimpleName().toString());
        }

        private ClassTree owner() {
            return (ClassTree) getCurrentPath().getParentPath().getLeaf();
        }

        private boolean isShown(ModifiersTree modifiers) {
            boolean isInInterface = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree owner
                    && (owner.getKind() == Tree.Kind.INTERFACE || owner.getKind() == Tree.Kind.ANNOTATION_TYPE);
            Set<Modifier> flags = modifiers.getFlags();
            return flags.contains(Modifier.PUBLIC)
                    || flags.contains(Modifier.PROTECTED)
                    || (isInInterface && !flags.contains(Modifier.PRIVATE));
        }

        private void check(CharSequence name, Predicate<String> begins) {
            String text = docs.getDocComment(getCurrentPath());
            if (text == null || text.isBlank()) {
                report(name, "has no Javadoc");
                return;
            }
            String first = text.strip().lines().findFirst().orElseThrow();
            if (!begins.test(first)) {
                report(name, "starts with \"" + first + "\"");
            }
        }

        private void report(CharSequence name, String what) {
            long at = docs.getSourcePositions()
                    .getStartPosition(unit, getCurrentPath().getLeaf());
            String file = unit.getSourceFile().getName();
            findings.add("%s:%d: %s: %s"
                    .formatted(
                            file.substring(file.lastIndexOf('/') + 1),
                            unit.getLineMap().getLineNumber(at),
                            name,
                            what));
        }
    }
}
