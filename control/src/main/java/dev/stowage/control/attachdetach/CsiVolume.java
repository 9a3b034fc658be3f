package dev.stowage.control.attachdetach;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// A volume as its driver knows it, and the two names that Kubernetes makes of that. Kubelets and drivers compute the
/// same names by themselves.
record CsiVolume(String driver, String handle) {
    private static final String PREFIX = "kubernetes.io/csi/";
    private static final char SEPARATOR = '^';

    /// As in the lists of a node's status.
    String uniqueName() {
        return PREFIX + driver + SEPARATOR + handle;
    }

    static boolean isUniqueName(String name) {
        return name.startsWith(PREFIX);
    }

    static Optional<CsiVolume> of(String uniqueName) {
        int separator = uniqueName.indexOf(SEPARATOR);
        return isUniqueName(uniqueName) && separator > 0
                ? Optional.of(new CsiVolume(
                        uniqueName.substring(PREFIX.length(), separator), uniqueName.substring(separator + 1)))
                : Optional.empty();
    }

    /// The name of its attachment to a node.
    String attachmentName(String node) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((handle + driver + node).getBytes(StandardCharsets.UTF_8));
            return "csi-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    /// Whether only a controller of this sort gives such names.
    static boolean isAttachmentName(String name) {
        return name.length() == 68
                && name.startsWith("csi-")
                && name.chars().skip(4).allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }
}
