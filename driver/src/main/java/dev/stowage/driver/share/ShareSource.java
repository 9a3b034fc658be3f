package dev.stowage.driver.share;

import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Where a share comes from, and how it is mounted.
public sealed interface ShareSource permits NfsSource, ServedSource {

    /// The `source` of a pool in the configuration.
    ///
    /// @param name of the pool
    /// @param mounter mounts what the driver does not mount itself
    /// @throws IllegalArgumentException when a value is not allowed
    static ShareSource parse(JsonObject object, String name, MounterClient mounter) throws IOException {
        String type = object.text("type");
        return switch (type) {
            case "nfs" -> NfsSource.parse(object);
            case GlusterSource.TYPE, FuseSource.TYPE -> ServedSource.parse(object, name, mounter);
            default ->
                throw new IllegalArgumentException(
                        "unknown type of source \"" + type + "\"; choose nfs, glusterfs or fuse");
        };
    }

    /// Whether another process owns the mount: it is never unmounted here, and survives this process.
    default boolean isServed() {
        return false;
    }

    /// Mounts the share at an existing directory. May hang as long as its server does not answer.
    void mount(Mounts mounts, Path target) throws IOException;

    /// Whether this is a mount of the share, by this driver or by another program.
    boolean isShownBy(MountPoint mount);

    /// Whether a storage class with these parameters means this share; true when they name none.
    boolean matches(Map<String, String> parameters);

    /// The mount options of a class or a PersistentVolume that concern the one volume.
    ///
    /// @param mount of the share
    /// @throws CsiException INVALID_ARGUMENT for an option that contradicts the mount
    default List<String> optionsOfVolume(List<String> wanted, MountPoint mount) throws CsiException {
        return wanted;
    }

    /// For users who inspect the volume in their orchestrator.
    Map<String, String> context();

    /// For messages.
    @Override
    String toString();
}
