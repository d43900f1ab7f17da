package dev.semel.redis.record;

import dev.semel.redis.wire.Script;
import java.util.Set;

/** The scripts of records. Each is safe to run twice: nonce and token show that it was applied before. */
final class RecordScripts {
    static final Script CLAIM = of(Set.of(Script.Trait.MAY_SKIP, Script.Trait.WAITS_FOR_REPLICAS), "claim.lua");
    static final Script RENEW = of(Set.of(), "owner.lua", "renew.lua");
    static final Script SETTLE = of(Set.of(Script.Trait.WAITS_FOR_REPLICAS), "owner.lua", "settle.lua");
    static final Script RELEASE = of(Set.of(), "owner.lua", "release.lua");
    static final Script FIND = of(Set.of(Script.Trait.KEYS_ONLY, Script.Trait.MAY_SKIP), "find.lua");
    static final Script WATCH = of(Set.of(Script.Trait.KEYS_ONLY), "watch.lua");

    private RecordScripts() {}

    private static Script of(Set<Script.Trait> traits, String... files) {
        String[] all = new String[files.length + 1];
        all[0] = "record.lua";
        System.arraycopy(files, 0, all, 1, files.length);
        return new Script(RecordScripts.class, traits, all);
    }
}
