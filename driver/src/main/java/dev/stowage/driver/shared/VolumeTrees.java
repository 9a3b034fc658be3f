package dev.stowage.driver.shared;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.TreeCopy;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Copies the directories of volumes to and from snapshots, and keeps volumes from being written meanwhile.
final class VolumeTrees {
    private static final String DATA = "data";
    private static final String LINKS = "links";
    private static final String HELD = "held.json";
    private static final HeldVolumes.JsonCodec CODEC = new HeldVolumes.JsonCodec();

    private final PoolDirectory folder;
    private final SubDirectories subDirectories;
    private final VolumeUsers users;

    VolumeTrees(PoolDirectory folder, SubDirectories subDirectories, VolumeUsers users) {
        this.folder = folder;
        this.subDirectories = subDirectories;
        this.users = users;
    }

    /// Whether volumes may be written while they are copied, according to a class.
    static boolean mayBeWritten(Map<String, String> parameters) throws CsiException {
        return switch (parameters.getOrDefault(ShareVolume.CONSISTENCY, "unused")) {
            case "unused" -> false;
            case "none" -> true;
            default -> throw CsiException.invalidArgument("parameter consistency must be unused or none");
        };
    }

    /// Keeps the volume, and those whose directories overlap with its, from being published for writing.
    ///
    /// @param copy its directory; created here
    /// @throws CsiException FAILED_PRECONDITION when it is published for writing
    void hold(VolumeId volume, Path copy) throws CsiException, IOException {
        List<VolumeId> all = subDirectories.overlapping(volume);
        Directories.ensure(copy);
        RecordFile.write(copy.resolve(HELD), CODEC, new HeldVolumes(all));
        for (VolumeId one : all) {
            users.hold(one, name(copy));
            KillPoint.pass();
        }
    }

    /// Ends what [#hold] began, as far as it came.
    void release(Path copy) throws IOException {
        Optional<HeldVolumes> held = RecordFile.find(copy.resolve(HELD), CODEC);
        if (held.isPresent()) {
            for (VolumeId one : held.get().volumes()) {
                users.release(one, name(copy));
                KillPoint.pass();
            }
            RecordFile.delete(copy.resolve(HELD));
        }
    }

    private static String name(Path copy) {
        return String.valueOf(copy.getFileName());
    }

    /// Copies a directory to `copy/data`; what an interrupted attempt left there is removed first.
    void copy(Descriptor source, Path copy, TreeCopy.Check check) throws IOException {
        Directories.removeTree(copy, DATA);
        Directories.removeTree(copy, LINKS);
        Directories.ensure(copy.resolve(LINKS));
        KillPoint.pass();
        try (Descriptor to = Descriptor.openDirectory(copy);
                Descriptor links = Descriptor.openDirectory(copy.resolve(LINKS))) {
            new TreeCopy(links, check).copy(source, to, DATA);
        }
        KillPoint.pass();
        Directories.removeTree(copy, LINKS);
        Directories.sync(copy);
    }

    Descriptor open(VolumeId volume) throws IOException {
        Optional<ShareVolumeRecord> recorded = subDirectories.find(volume);
        return recorded.isPresent()
                ? subDirectories.open(recorded.get().subDirectory())
                : data(folder.volumes(), volume.value());
    }

    Descriptor open(SnapshotId snapshot) throws IOException {
        return data(folder.snapshots(), snapshot.value());
    }

    private static Descriptor data(Path parent, String id) throws IOException {
        try (BeneathResolver all = BeneathResolver.withinMount(parent)) {
            return all.openHandle(id + "/" + DATA);
        }
    }
}
