package dev.stowage.driver.share;

import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A share that the mounter of this node mounts: its program must not end with the driver.
///
/// @param name of the share in the configuration of the mounter, which is that of the pool
/// @param daemon what the mounter runs
/// @param mounter the mounter
public record ServedSource(String name, DaemonSource daemon, MounterClient mounter) implements ShareSource {

    static ServedSource parse(JsonObject object, String name, MounterClient mounter) throws IOException {
        DaemonSource daemon = DaemonSource.parse(object);
        if (mounter.socket().isEmpty()) {
            throw new IllegalArgumentException(
                    "pool %s has a source of type %s, which \"stowage mounter\" mounts; start it and set --mounter-endpoint"
                            .formatted(name, object.text("type")));
        }
        return new ServedSource(name, daemon, mounter);
    }

    @Override
    public boolean isServed() {
        return true;
    }

    @Override
    public void mount(Mounts mounts, Path target) throws IOException {
        Path mounted = mounter.mount(name);
        if (!mounted.equals(target)) {
            throw new IOException(
                    "the mounter mounts share %s at %s and not at %s; give both the same configuration and restart them"
                            .formatted(name, mounted, target));
        }
        if (mounts.at(target).filter(this::isShownBy).isEmpty()) {
            throw new IOException(
                    "the mounter has mounted share %s at %s, but this process does not see it; share the directory above"
                                    .formatted(name, target)
                            + " it with mount propagation Bidirectional");
        }
    }

    /// The mount table does not tell one FUSE share from another; the mark on the share does.
    @Override
    public boolean isShownBy(MountPoint mount) {
        return isFuse(mount);
    }

    public static boolean isFuse(MountPoint mount) {
        return mount.fsType().equals("fuse") || mount.fsType().startsWith("fuse.");
    }

    /// The parameters of a storage class name NFS shares only.
    @Override
    public boolean matches(Map<String, String> parameters) {
        return !parameters.containsKey("server") && !parameters.containsKey("share");
    }

    @Override
    public Map<String, String> context() {
        return daemon.context();
    }

    @Override
    public String toString() {
        return daemon.toString();
    }
}
