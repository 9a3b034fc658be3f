package dev.stowage.driver.share;

import dev.stowage.sdk.CsiException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The attributes of a PersistentVolume of csi-driver-nfs that say where its data is. An administrator wrote them, or
/// csi-driver-nfs did. As there, their names are compared without regard to case.
///
/// @param server host name or address
/// @param share the exported directory
/// @param subDir the directory of the volume in it, with variables; empty for the whole share
/// @param mountPermissions octal; empty for none
/// @param mountOptions in addition to those of the PersistentVolume
public record NfsAttributes(
        String server, String share, String subDir, String mountPermissions, List<String> mountOptions) {
    private static final String SERVER = "server";
    private static final String SHARE = "share";
    private static final String SUB_DIRECTORY = "subDir";

    /// The key by which this driver recognizes its own volumes, whose attributes only inform users.
    private static final String OWN = "pool";

    private static final String EPHEMERAL = "csi.storage.k8s.io/ephemeral";

    public NfsAttributes {
        mountOptions = List.copyOf(mountOptions);
    }

    /// Empty for a volume that this driver made, for one that a pod defines itself, and without such attributes.
    ///
    /// @throws CsiException INVALID_ARGUMENT when only a part of the place is given
    public static Optional<NfsAttributes> of(Map<String, String> context) throws CsiException {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(context);
        boolean isForeign = Stream.of(SERVER, SHARE, SUB_DIRECTORY).anyMatch(all::containsKey)
                && !context.containsKey(OWN)
                && !"true".equals(context.get(EPHEMERAL));
        if (!isForeign) {
            return Optional.empty();
        }
        String server = all.getOrDefault(SERVER, "");
        String share = all.getOrDefault(SHARE, "");
        if (server.isEmpty() || share.isEmpty()) {
            throw CsiException.invalidArgument(
                    "attributes server and share must both be given, so that the place of the volume is known");
        }
        return Optional.of(new NfsAttributes(
                server,
                share,
                all.getOrDefault(SUB_DIRECTORY, ""),
                all.getOrDefault("mountPermissions", ""),
                Stream.of(all.getOrDefault("mountOptions", "").split(",", -1))
                        .filter(option -> !option.isEmpty())
                        .toList()));
    }

    /// The parameters of a storage class that mean the same share.
    public Map<String, String> parameters() {
        return Map.of(SERVER, server, SHARE, share);
    }
}
