package dev.semel.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/** The JSON form of a report. Numbers are not rounded, and a figure that was not measured is {@code null}. */
final class JsonForm {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonForm() {}

    static String of(SuiteReport report) {
        List<Figure> figures = report.figures();
        ObjectNode document = NODES.objectNode();
        document.put("suite", report.suite());
        document.put("title", report.title());
        document.set("circumstances", array(report.circumstances(), NODES::textNode));
        document.set("scores", array(report.measurements(), each -> score(each, figures)));
        document.set("targets", array(report.targets(), JsonForm::target));
        document.set("notes", array(report.notes(), NODES::textNode));
        return document.toPrettyString() + "\n";
    }

    private static JsonNode score(Measurement score, List<Figure> figures) {
        ObjectNode node = NODES.objectNode();
        node.put("place", score.place());
        node.put("scene", score.scene());
        node.put("subject", score.subject());
        node.put("threads", score.threads());
        figures.forEach(each -> node.set(each.key(), number(score.get(each))));
        return node;
    }

    private static JsonNode target(PerformanceTarget target) {
        ObjectNode node = NODES.objectNode();
        node.put("name", target.name());
        node.put("bound", target.bound().name());
        node.set("measured", number(target.measured()));
        node.set("limit", number(target.limit()));
        node.put("unit", target.unit());
        node.put("reached", target.isReached());
        return node;
    }

    private static JsonNode number(double value) {
        return Double.isFinite(value) ? NODES.numberNode(value) : NODES.nullNode();
    }

    private static <E> ArrayNode array(List<E> all, Function<E, JsonNode> form) {
        ArrayNode array = NODES.arrayNode();
        all.forEach(each -> array.add(form.apply(each)));
        return array;
    }
}
