package dev.stowage.control.snapshot;

import java.util.LinkedHashMap;
import java.util.Map;

/// Short words for long names, so that tables can be read.
final class Shorthand {
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("as-source", Marks.AS_SOURCE);
        WORDS.put("content-held", Marks.CONTENT);
        WORDS.put("claim-held", Marks.CLAIM);
        WORDS.put("in-group", Marks.IN_GROUP);
        WORDS.put("group-content-held", Marks.GROUP_CONTENT);
        WORDS.put("group-bound", Marks.GROUP_BOUND);
        WORDS.put("bound", Marks.BOUND);
        WORDS.put("being-deleted", Marks.BEING_DELETED);
        WORDS.put("group-being-deleted", Marks.GROUP_BEING_DELETED);
        WORDS.put("managed-by", Marks.MANAGED_BY);
    }

    private Shorthand() {}

    static String whole(String word) {
        return WORDS.getOrDefault(word, word);
    }

    static String of(String text) {
        String shorter = text;
        for (Map.Entry<String, String> word : WORDS.entrySet()) {
            shorter = shorter.replace("\"" + word.getValue() + "\"", word.getKey());
        }
        return shorter;
    }
}
