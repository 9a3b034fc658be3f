package dev.stowage.control.snapshot;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import java.util.LinkedHashMap;
import java.util.Map;

/// Short forms of long names, so that tables are readable.
final class SnapshotShorthand {
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("as-source", SnapshotMetadataKeys.AS_SOURCE_PROTECTION);
        WORDS.put("content-held", SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION);
        WORDS.put("claim-held", SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION);
        WORDS.put("in-group", SnapshotMetadataKeys.IN_GROUP_PROTECTION);
        WORDS.put("group-content-held", SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION);
        WORDS.put("group-bound", SnapshotMetadataKeys.GROUP_BOUND_PROTECTION);
        WORDS.put("bound", SnapshotMetadataKeys.BOUND_PROTECTION);
        WORDS.put("being-deleted", SnapshotMetadataKeys.BEING_DELETED);
        WORDS.put("group-being-deleted", SnapshotMetadataKeys.GROUP_BEING_DELETED);
        WORDS.put("being-created", SnapshotMetadataKeys.BEING_CREATED);
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
