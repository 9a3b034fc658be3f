package dev.stowage.node.volume.rebuild;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.place.VolData;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.journal.Journal;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds what an earlier life of this node has left, and what a kubelet has: from the journal, from the folders of pods
/// and of staged volumes, and from the kernel's table of mounts. What the journal calls finished and the kernel shows
/// is there; everything else is uncertain.
public final class Rebuild {
    private static final Logger log = LoggerFactory.getLogger(Rebuild.class);

    private final KubeletPaths paths;
    private final Journal journal;
    private final Function<String, Optional<VolumeKey>> byName;
    private final Set<Path> mounted;
    private final Map<VolumeKey, Have> found = new LinkedHashMap<>();

    /// What was found.
    ///
    /// @param pods those that have a folder
    public record Found(List<Have> volumes, Set<String> pods) {
        public Found {
            volumes = List.copyOf(volumes);
            pods = Set.copyOf(pods);
        }
    }

    private Rebuild(
            KubeletPaths paths, Journal journal, Set<Path> mounted, Function<String, Optional<VolumeKey>> byName) {
        this.paths = paths;
        this.journal = journal;
        this.mounted = mounted;
        this.byName = byName;
    }

    /// @param byName the volume behind a persistent volume's name, for folders that do not tell any more
    public static Found look(
            KubeletPaths paths, Journal journal, Mounts mounts, Function<String, Optional<VolumeKey>> byName)
            throws IOException {
        Set<Path> targets = mounts.table().stream().map(MountPoint::target).collect(Collectors.toSet());
        KubeletPaths real =
                Files.isDirectory(paths.root()) ? new KubeletPaths(paths.root().toRealPath(), paths.logs()) : paths;
        return new Rebuild(real, journal, targets, byName).look();
    }

    private Found look() throws IOException {
        for (Journal.Entry entry : journal.read()) {
            found.put(entry.have().key(), checked(entry));
        }
        Set<String> pods = new LinkedHashSet<>(names(paths.pods()));
        for (String uid : pods) {
            for (String specName : names(paths.volumes(uid).resolve(KubeletPaths.CSI_IN_PODS))) {
                lookAtPod(uid, specName);
            }
        }
        for (String driver : names(paths.csi())) {
            for (String digest : names(paths.csi().resolve(driver))) {
                VolData.find(paths.csi().resolve(driver).resolve(digest))
                        .filter(data -> data.driver().equals(driver))
                        .ifPresent(this::addStaged);
            }
        }
        new BlockRebuild(paths, found, pods).look();
        return new Found(List.copyOf(found.values()), pods);
    }

    private Have checked(Journal.Entry entry) {
        Have have = entry.have();
        Device device = have.device();
        if (device.state() == MountState.PRESENT) {
            boolean there = device.block()
                    || mounted.contains(
                            paths.csiStaging(have.key().driver(), have.key().handle()));
            have = entry.sameBoot() && there ? have : have.with(device.in(MountState.UNCERTAIN));
        }
        for (Publication publication : List.copyOf(have.publications().values())) {
            Spot spot = publication.spot();
            Path target = spot.block()
                    ? paths.blockPublish(spot.specName(), spot.podUid())
                    : paths.csiMount(spot.podUid(), spot.specName());
            boolean there =
                    mounted.contains(target) || (spot.block() && Files.exists(target, LinkOption.NOFOLLOW_LINKS));
            if (publication.state() == MountState.PRESENT && !(entry.sameBoot() && there)) {
                have = have.with(publication.in(MountState.UNCERTAIN));
            }
        }
        return have;
    }

    private void lookAtPod(String uid, String specName) throws IOException {
        Optional<VolData> data = VolData.find(paths.csiVolume(uid, specName));
        Optional<VolumeKey> key = data.map(told -> new VolumeKey(told.driver(), told.handle()));
        boolean ephemeral =
                data.map(told -> told.lifecycle().equals("Ephemeral")).orElse(false);
        if (key.isEmpty()) {
            // The journal may know it, and after it the API.
            key = found.values().stream()
                    .filter(have -> have.at(new Spot(uid, specName, false)).isPresent())
                    .map(Have::key)
                    .findFirst()
                    .or(() -> mounted.contains(paths.csiMount(uid, specName))
                            ? byName.apply(specName)
                            : Optional.empty());
        }
        if (key.isEmpty()) {
            log.warn("Nobody knows the volume of {}; it is left as it is.", paths.csiVolume(uid, specName));
            return;
        }
        Spot spot = new Spot(uid, specName, false);
        Have have = found.getOrDefault(key.get(), Have.nothing(key.get()));
        if (have.at(spot).isEmpty()) {
            found.put(key.get(), have.with(new Publication(spot, MountState.UNCERTAIN, ephemeral, true)));
        }
    }

    private void addStaged(VolData data) {
        VolumeKey key = new VolumeKey(data.driver(), data.handle());
        Have have = found.getOrDefault(key, Have.nothing(key));
        if (have.device().state() == MountState.ABSENT) {
            found.put(key, have.with(new Device(MountState.UNCERTAIN, "", false, true)));
        }
    }

    static List<String> names(Path directory) throws IOException {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) ? Directories.list(directory) : List.of();
    }
}
