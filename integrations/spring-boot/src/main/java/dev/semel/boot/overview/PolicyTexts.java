package dev.semel.boot.overview;

import dev.semel.policy.Policy;
import java.util.LinkedHashMap;
import java.util.Map;

/** The text form of a policy, setting by setting, with the defaults of settings that are unset. */
final class PolicyTexts {
    private PolicyTexts() {}

    static Map<String, String> of(Policy policy) {
        Policy complete = Policy.DEFAULT
                .retention(policy.retention())
                .lease(policy.lease())
                .whileRunning(policy.whileRunning())
                .afterFailure(policy.afterFailure())
                .afterAbandonment(policy.afterAbandonment())
                .withoutKey(policy.withoutKey())
                .withoutStore(policy.withoutStore());
        Map<String, String> texts = new LinkedHashMap<>();
        for (String setting : complete.toString().split("; ", -1)) {
            int equals = setting.indexOf('=');
            texts.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return texts;
    }
}
