package dev.stowage.control.snapshot;

import dev.stowage.k8s.SnapshotMetadataKeys;
import java.util.LinkedHashMap;
import java.util.Map;

/// Short words for long names, so that tables can be read.
final class SnapshotShorthand {
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("as-source", SnapshotMetadataKeys.AS_SOURCE);
        WORDS.put("content-held", SnapshotMetadataKeys.CONTENT);
        WORDS.put("claim-held", SnapshotMetadataKeys.CLAIM);
        WORDS.put("in-group", SnapshotMetadataKeys.IN_GROUP);
        WORDS.put("group-content-held", SnapshotMetadataKeys.GROUP_CONTENT);
        WORDS.put("group-bound", SnapshotMetadataKeys.GROUP_BOUND);
        WORDS.put("bound", SnapshotMetadataKeys.BOUND);
        WORDS.put("being-deleted", SnapshotMetadataKeys.BEING_DELETED);
        WORDS.put("group-being-deleted", SnapshotMetadataKeys.GROUP_BEING_DELETED);
        WORDS.put("managed-by", SnapshotMetadataKeys.MANAGED_BY);
    }

    private SnapshotShorthand() {}

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
