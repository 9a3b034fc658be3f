package dev.stowage.control.attachdetach;

import dev.stowage.k8s.names.CsiKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// A volume as its driver knows it, and the two names that Kubernetes derives from that. Kubelets and drivers
/// compute the same names.
record CsiVolume(String driver, String handle) {
    private static final char SEPARATOR = '^';

    /// As in the lists of a node's status.
    String uniqueName() {
        return CsiKeys.UNIQUE_VOLUME_NAME_PREFIX + driver + SEPARATOR + handle;
    }

    static boolean isUniqueName(String name) {
        return name.startsWith(CsiKeys.UNIQUE_VOLUME_NAME_PREFIX);
    }

    static Optional<CsiVolume> of(String uniqueName) {
        int separator = uniqueName.indexOf(SEPARATOR);
        return isUniqueName(uniqueName) && separator > 0
                ? Optional.of(new CsiVolume(
                        uniqueName.substring(CsiKeys.UNIQUE_VOLUME_NAME_PREFIX.length(), separator),
                        uniqueName.substring(separator + 1)))
                : Optional.empty();
    }

    /// The name of its attachment to a node.
    String attachmentName(String node) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((handle + driver + node).getBytes(StandardCharsets.UTF_8));
            return "csi-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available.", e);
        }
    }

    /// Whether the name has the form that only an attach-detach controller generates.
    static boolean isAttachmentName(String name) {
        return name.length() == 68
                && name.startsWith("csi-")
                && name.chars().skip(4).allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }
}
