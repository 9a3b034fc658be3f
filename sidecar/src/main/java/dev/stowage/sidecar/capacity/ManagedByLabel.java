package dev.stowage.sidecar.capacity;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The label by which a provisioner identifies its own objects.
final class ManagedByLabel {
    private static final String CENTRAL = "external-provisioner";
    private static final int LONGEST = 63;
    private static final int HASH_WITH_DASHES = 10;
    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private ManagedByLabel() {}

    /// @param node empty for a provisioner that serves the whole cluster
    static String label(String node) {
        if (node.isEmpty()) {
            return CENTRAL;
        }
        String name = CENTRAL + "-" + node;
        if (name.length() <= LONGEST) {
            return name;
        }
        int room = LONGEST - HASH_WITH_DASHES - node.length();
        return room > 0 ? CENTRAL.substring(0, room) + "-" + hash(CENTRAL) + "-" + node : CENTRAL + "-" + hash(name);
    }

    /// FNV-1a.
    private static String hash(String text) {
        int hash = FNV_OFFSET;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash ^= b & 0xff;
            hash *= FNV_PRIME;
        }
        return HexFormat.of().toHexDigits(hash);
    }
}
