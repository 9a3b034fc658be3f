package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.layout.KubeletPaths;
import java.util.Optional;

/// The volume types that need no driver.
enum BuiltInVolumeType {
    EMPTY_DIR("emptyDir", "kubernetes.io~empty-dir"),
    HOST_PATH("hostPath", ""),
    LOCAL("local", KubeletPaths.LOCAL_IN_PODS),
    NFS("nfs", "kubernetes.io~nfs"),
    IMAGE("image", ""),
    CONFIG_MAP("configMap", "kubernetes.io~configmap"),
    SECRET("secret", "kubernetes.io~secret"),
    DOWNWARD_API("downwardAPI", "kubernetes.io~downward-api"),
    PROJECTED("projected", "kubernetes.io~projected");

    private final String field;
    private final String plugin;

    BuiltInVolumeType(String field, String plugin) {
        this.field = field;
        this.plugin = plugin;
    }

    /// The plugin directory in a pod directory; empty for a type without one.
    String plugin() {
        return plugin;
    }

    /// The volume source in the spec of the pod or of the persistent volume.
    JsonNode source(JsonNode volume) {
        return volume.path(field);
    }

    /// Whether its files are created from objects, and change with them.
    boolean isMadeOfFiles() {
        return switch (this) {
            case EMPTY_DIR, HOST_PATH, LOCAL, NFS, IMAGE -> false;
            case CONFIG_MAP, SECRET, DOWNWARD_API, PROJECTED -> true;
        };
    }

    /// Whether it must never reach a disk.
    boolean staysInMemory() {
        return this == SECRET || this == DOWNWARD_API || this == PROJECTED;
    }

    static Optional<BuiltInVolumeType> of(JsonNode volume) {
        for (BuiltInVolumeType kind : values()) {
            if (kind.source(volume).isObject()) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    static Optional<BuiltInVolumeType> ofPlugin(String plugin) {
        for (BuiltInVolumeType kind : values()) {
            if (!plugin.isEmpty() && kind.plugin.equals(plugin)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
