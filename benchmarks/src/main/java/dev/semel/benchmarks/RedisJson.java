package dev.semel.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/** A report of the Redis store as JSON. Numbers are not rounded. */
final class RedisJson {
    private RedisJson() {}

    static String of(RedisReport report) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("suite", Json.text(report.suite()));
        members.put("title", Json.text(report.title()));
        members.put("circumstances", Json.array(report.circumstances().lines().toList(), Json::text));
        members.put("scores", Json.array(report.scores(), RedisJson::score));
        members.put("targets", Json.array(report.targets(), Json::target));
        return Json.object(members, ",\n  ", "{\n  ", "\n}\n");
    }

    private static String score(Score score) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("server", Json.text(score.place()));
        members.put("scene", Json.text(score.scene()));
        members.put("subject", Json.text(score.subject()));
        members.put("threads", String.valueOf(score.threads()));
        members.put("callsPerSecond", Json.number(score.callsPerSecond()));
        members.put("ratio", Json.number(score.ratio()));
        members.put("p50Micros", Json.number(score.p50Micros()));
        members.put("p99Micros", Json.number(score.p99Micros()));
        members.put("serverMicros", Json.number(score.commits()));
        members.put("clientMicros", Json.number(score.logBytes()));
        return Json.object(members, ", ", "{", "}");
    }
}
