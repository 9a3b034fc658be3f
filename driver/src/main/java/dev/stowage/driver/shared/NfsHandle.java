package dev.stowage.driver.shared;

import dev.stowage.sdk.VolumeId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A volume handle of csi-driver-nfs: `server#share#subDir#uuid#onDelete`, of which the last two may be missing or
/// empty, or the older `server/share/subDir`, whose share may have several levels.
///
/// @param share from the root of the server
record NfsHandle(String server, String share, String subDir, String onDelete) {
    private static final int LEAST = 3;
    private static final int MOST = 5;
    private static final Pattern OLDER = Pattern.compile("([^/]+)/(.*)/([^/]+)");

    /// Empty for a handle that does not say where the data is: it is only a name.
    static Optional<NfsHandle> of(VolumeId id) {
        List<String> parts = List.of(id.handle().split("#", -1));
        if (parts.size() < LEAST) {
            Matcher older = OLDER.matcher(id.handle());
            return older.matches()
                    ? Optional.of(
                            new NfsHandle(older.group(1), "/" + older.group(2), older.group(3), OnDelete.DELETE.word()))
                    : Optional.empty();
        }
        if (parts.size() > MOST || parts.get(0).isEmpty() || parts.get(2).isEmpty()) {
            return Optional.empty();
        }
        String share = parts.get(1).startsWith("/") ? parts.get(1) : "/" + parts.get(1);
        String onDelete = parts.size() == MOST ? parts.get(MOST - 1) : "";
        return Optional.of(new NfsHandle(
                parts.get(0), share, parts.get(2), onDelete.isEmpty() ? OnDelete.DELETE.word() : onDelete));
    }

    /// The parameters of a storage class that mean the same share.
    Map<String, String> parameters() {
        return Map.of("server", server, "share", share);
    }

    /// Whether this is the directory on the server, also when another part of its path is the share.
    boolean names(String otherShare, SubDirectory directory) {
        return Path.of(share, subDir)
                .equals(Path.of(otherShare, directory.names().toArray(String[]::new)));
    }
}
