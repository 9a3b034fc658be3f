package dev.stowage.driver.shared;

import dev.stowage.driver.share.NfsAttributes;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeCapability.Use;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a PersistentVolume says about a volume of a share, compared with what volume and mount really are.
record SharePublication(ShareSource source, Mounts mounts) {
    private static final int PERMISSIONS = 07777;

    /// The publication with the mount options that concern the one volume.
    ///
    /// @throws CsiException INVALID_ARGUMENT when directory or options contradict
    Publication checked(Publication wanted, Optional<ShareVolumeRecord> recorded, Descriptor data)
            throws CsiException, IOException {
        refuseOtherDirectory(wanted, recorded);
        if (!(wanted.capability().use() instanceof Use.FileSystem use)) {
            return wanted;
        }
        List<String> options = new ArrayList<>(use.mountFlags());
        NfsAttributes.of(wanted.context()).ifPresent(attributes -> options.addAll(attributes.mountOptions()));
        if (options.isEmpty()) {
            return wanted;
        }
        Use own = new Use.FileSystem(use.fsType(), source.optionsOfVolume(options, holding(data)), use.mountGroup());
        return new Publication(
                wanted.volume(),
                wanted.target(),
                wanted.stagedAt(),
                new VolumeCapability(own, wanted.capability().mode()),
                wanted.readOnly(),
                wanted.attachContext(),
                wanted.context(),
                wanted.secrets());
    }

    private MountPoint holding(Descriptor data) throws IOException {
        long mount = Stat.of(data).mountId();
        return mounts.table().stream()
                .filter(candidate -> candidate.id() == mount)
                .findFirst()
                .orElseThrow(() -> new IOException("the mount that holds " + data + " is not in the mount table"));
    }

    private void refuseOtherDirectory(Publication wanted, Optional<ShareVolumeRecord> recorded) throws CsiException {
        Optional<ForeignVolume> named = ForeignVolume.of(source, wanted.volume(), wanted.context());
        if (named.isPresent()
                && recorded.isPresent()
                && !named.get().directory().equals(recorded.get().subDirectory())) {
            throw CsiException.invalidArgument(
                    "attribute subDir of volume %s names another directory than at the first use, %s; use another handle"
                            .formatted(
                                    wanted.volume().handle(),
                                    recorded.get().subDirectory().path()));
        }
    }

    /// Like csi-driver-nfs, at each publication for writing.
    static void applyPermissions(Publication wanted, Descriptor data) throws CsiException, IOException {
        Optional<NfsAttributes> attributes = NfsAttributes.of(wanted.context());
        if (attributes.isEmpty() || attributes.get().mountPermissions().isEmpty()) {
            return;
        }
        int mode = ShareVolume.mode(attributes.get().mountPermissions(), 0);
        if (mode != 0 && (Stat.of(data).mode() & PERMISSIONS) != mode) {
            FilePermissions.chmod(data, mode);
        }
    }
}
