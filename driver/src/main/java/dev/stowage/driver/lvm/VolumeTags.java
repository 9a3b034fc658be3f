package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.RequestDigest;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The names and tags of our logical volumes. The tags describe a volume completely, so that its record can be
/// restored from the group alone; volumes without the owner's tag are never touched.
///
/// @param owner the pool
record VolumeTags(String owner) {

    static final String FORMAT = "stowage.format";
    static final String OWNER = "stowage.owner";
    private static final String VERSION = "1";
    private static final String VOLUME = "stowage.volume";
    private static final String SNAPSHOT = "stowage.snapshot";
    private static final String OF = "stowage.of";
    private static final String FILE_SYSTEM = "stowage.fs";
    private static final String TAKEN_AT = "stowage.taken-at";
    private static final String RAW = "none";
    private static final String THIN = "stowage.thin";
    private static final String ZEROING = "stowage.zeroing";
    private static final String COPYING = "stowage.copying";
    private static final String PREFIX = "stowage-";
    private static final String COW_NAME = PREFIX + "cow-[vs]-[0-9a-f]{32}";

    /// An id can have characters that a name cannot have.
    static String name(VolumeId id) {
        return PREFIX + "v-" + digest(id.value());
    }

    static String name(SnapshotId id) {
        return PREFIX + "s-" + digest(id.value());
    }

    /// The name of a copy from another node that is not a volume yet.
    static String receivedName(VolumeId id) {
        return PREFIX + "r-" + digest(id.value());
    }

    /// The name of that copy with a difference that is not complete.
    static String incomingName(VolumeId id) {
        return PREFIX + "i-" + digest(id.value());
    }

    /// The name of the snapshot that shows the point in time which a volume is a copy of.
    static String cowName(String copy) {
        return PREFIX + "cow-" + copy.substring(PREFIX.length());
    }

    /// What is copied from such a snapshot, by its name.
    static Optional<String> copyOf(LogicalVolume cow) {
        return Optional.of(cow.name())
                .filter(name -> name.matches(COW_NAME))
                .map(name -> PREFIX + name.substring(cowName(PREFIX).length()));
    }

    /// Whether it is the name of a volume, and not of a snapshot.
    static boolean isVolumeName(String name) {
        return name.startsWith(PREFIX + "v-");
    }

    private static String digest(String id) {
        return RequestDigest.of(id).substring(0, 32);
    }

    List<String> of(VolumeMeta volume) {
        return List.of(
                FORMAT + "=" + VERSION,
                OWNER + "=" + owner,
                VOLUME + "=" + volume.id().value(),
                FILE_SYSTEM + "=" + (volume.block() ? RAW : volume.fsType()),
                THIN + "=" + volume.thin());
    }

    List<String> of(SnapshotMeta snapshot) {
        return List.of(
                FORMAT + "=" + VERSION,
                OWNER + "=" + owner,
                SNAPSHOT + "=" + snapshot.id().value(),
                OF + "=" + snapshot.of().value(),
                FILE_SYSTEM + "=" + (snapshot.block() ? RAW : snapshot.fsType()),
                TAKEN_AT + "=" + snapshot.takenAt().toEpochMilli());
    }

    /// Of a snapshot that is there until a copy is complete. It has no id of its own, so it is never adopted.
    List<String> ofCow(VolumeId of) {
        return List.of(FORMAT + "=" + VERSION, OWNER + "=" + owner, OF + "=" + of.value());
    }

    /// The tag of a volume that is not completely copied yet.
    static String copying() {
        return COPYING + "=1";
    }

    static boolean isBeingCopied(LogicalVolume volume) {
        return volume.tag(COPYING).isPresent();
    }

    /// What a snapshot, or the point in time of a copy, was taken of.
    static Optional<VolumeId> takenOf(LogicalVolume volume) {
        return volume.tag(OF).flatMap(VolumeId::parse);
    }

    /// The tag of a volume whose space is not zeroed yet, from an offset on.
    static String zeroing(long from) {
        return ZEROING + "=" + from;
    }

    static Optional<Long> zeroingFrom(LogicalVolume volume) {
        return volume.tag(ZEROING).filter(text -> text.matches("[0-9]{1,18}")).map(Long::valueOf);
    }

    boolean isOurs(LogicalVolume volume) {
        return volume.tag(OWNER).equals(Optional.of(owner));
    }

    /// Whether this version wrote the tags, all data is there, and they belong to a volume or snapshot of this
    /// name: one that an administrator renamed would not be found by its record.
    static boolean isComplete(LogicalVolume volume) {
        Optional<String> name = volumeId(volume)
                .map(VolumeTags::name)
                .or(() -> snapshotId(volume).map(VolumeTags::name));
        return volume.tag(FORMAT).equals(Optional.of(VERSION))
                && name.equals(Optional.of(volume.name()))
                && !isBeingCopied(volume);
    }

    static Optional<VolumeId> volumeId(LogicalVolume volume) {
        return volume.tag(VOLUME).flatMap(VolumeId::parse);
    }

    static Optional<SnapshotId> snapshotId(LogicalVolume volume) {
        return volume.tag(SNAPSHOT).flatMap(SnapshotId::parse);
    }

    /// The record that a volume's tags describe.
    ///
    /// @param formatted whether its device contains anything
    static VolumeMeta volume(LogicalVolume volume, VolumeId id, boolean formatted) {
        String fileSystem = volume.tag(FILE_SYSTEM).orElse(RAW);
        boolean block = fileSystem.equals(RAW);
        return new VolumeMeta(
                id,
                BackendKind.LVM,
                Bytes.of(volume.size()),
                block ? "" : fileSystem,
                block,
                formatted && !block,
                volume.tag(THIN).equals(Optional.of("true")),
                false,
                Map.of());
    }

    static Optional<SnapshotMeta> snapshot(LogicalVolume volume, SnapshotId id) {
        String fileSystem = volume.tag(FILE_SYSTEM).orElse(RAW);
        boolean block = fileSystem.equals(RAW);
        return volume.tag(OF)
                .flatMap(VolumeId::parse)
                .map(of -> new SnapshotMeta(
                        id,
                        of,
                        Bytes.of(volume.size()),
                        block ? "" : fileSystem,
                        block,
                        Instant.ofEpochMilli(Long.parseLong(volume.tag(TAKEN_AT).orElse("0"))),
                        true));
    }
}
