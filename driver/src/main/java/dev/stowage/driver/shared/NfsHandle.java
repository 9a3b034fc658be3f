package dev.stowage.driver.shared;

import dev.stowage.sdk.VolumeId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A volume handle of csi-driver-nfs: `server#share#subDir#uuid#onDelete`, of which the last two may be missing or
/// empty.
///
/// @param share without slashes at its ends
record NfsHandle(String server, String share, String subDir, String onDelete) {
    private static final int LEAST = 3;
    private static final int MOST = 5;

    static Optional<NfsHandle> of(VolumeId id) {
        List<String> parts = List.of(id.handle().split("#", -1));
        if (parts.size() < LEAST
                || parts.size() > MOST
                || parts.get(0).isEmpty()
                || parts.get(2).isEmpty()) {
            return Optional.empty();
        }
        String onDelete = parts.size() == MOST ? parts.get(MOST - 1) : "";
        return Optional.of(new NfsHandle(
                parts.get(0), parts.get(1), parts.get(2), onDelete.isEmpty() ? OnDelete.DELETE.word() : onDelete));
    }

    /// The parameters of a storage class that mean the same share.
    Map<String, String> parameters() {
        return Map.of("server", server, "share", "/" + share);
    }
}
