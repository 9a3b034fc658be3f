package dev.stowage.cli.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.csi.v1.VolumeCapability.BlockVolume;
import dev.stowage.csi.v1.VolumeCapability.MountVolume;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import java.util.List;
import java.util.stream.Stream;

/// The flags that say how a volume is used: as a file system or as a device, by whom at once.
///
/// @param path `volume_capability` or `volume_capabilities`; the latter gets one for each access mode
/// @param needed the RPC requires one, so the default is a file system for a single node
record VolumeCapabilityFlags(String path, boolean needed) implements RequestFlag {

    @Override
    public Filler declare(FlagSet flags) {
        Flag<AccessModes> modes = flags.value(
                "access-mode",
                "modes",
                needed ? AccessModes.USUAL : AccessModes.NONE,
                "Access modes: rwo, rwop, rox, rwx, or names from the CSI specification.",
                AccessModes::parse);
        Flag<Boolean> block = flags.bool("block", false, "Use a raw block device instead of a file system.");
        Flag<String> fsType =
                flags.text("fs-type", "", "File system, for example ext4; by default the driver's choice.");
        Flag<List<String>> mountFlags = flags.list("mount-flags", List.of(), "Mount options, for example noatime.");
        Flag<String> group = flags.text("mount-group", "", "Group id of the files in the volume.");
        return (requestDraft, parsed) -> {
            boolean asked = Stream.of(modes, block, fsType, mountFlags, group).anyMatch(parsed::isSet);
            if (!asked && (!needed || requestDraft.whole())) {
                return;
            }
            if (parsed.value(block) && Stream.of(fsType, mountFlags, group).anyMatch(parsed::isSet)) {
                throw new UsageException(
                        "--block cannot be used together with --fs-type, --mount-flags or --mount-group: a raw"
                                + " device has no file system");
            }
            VolumeCapability.Builder use = VolumeCapability.newBuilder();
            if (parsed.value(block)) {
                use.setBlock(BlockVolume.getDefaultInstance());
            } else {
                use.setMount(MountVolume.newBuilder()
                        .setFsType(parsed.value(fsType))
                        .addAllMountFlags(parsed.value(mountFlags))
                        .setVolumeMountGroup(parsed.value(group)));
            }
            put(requestDraft, use, parsed.isSet(modes) ? parsed.value(modes) : AccessModes.USUAL);
        };
    }

    private void put(RequestDraft requestDraft, VolumeCapability.Builder use, AccessModes wanted) {
        FieldDescriptor field = FieldPath.field(requestDraft.request().getDescriptorForType(), path);
        List<VolumeCapability> all = wanted.modes().stream()
                .map(mode ->
                        use.setAccessMode(AccessMode.newBuilder().setMode(mode)).build())
                .toList();
        requestDraft.request().clearField(field);
        if (field.isRepeated()) {
            all.forEach(one -> requestDraft.request().addRepeatedField(field, one));
        } else if (all.size() == 1) {
            requestDraft.request().setField(field, all.getFirst());
        } else {
            throw new UsageException("--access-mode: this call takes one mode, not " + all.size());
        }
    }
}
