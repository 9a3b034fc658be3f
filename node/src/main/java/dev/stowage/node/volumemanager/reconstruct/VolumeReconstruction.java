package dev.stowage.node.volumemanager.reconstruct;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.journal.VolumeJournal;
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

/// Finds the volumes that an earlier run of this node, or a kubelet, left: in the journal, in the directories
/// of pods and staged volumes, and in the mount table of the kernel. A volume is present when the journal says
/// that it is finished and the kernel shows it; everything else is uncertain. A raw device is always uncertain: a
/// file at its path may be what an unmount left, and only the driver knows which device belongs to the volume, because
/// the kernel gives numbers of devices again. Publishing it once more verifies both.
public final class VolumeReconstruction {
    private static final Logger log = LoggerFactory.getLogger(VolumeReconstruction.class);

    private final KubeletPaths paths;
    private final VolumeJournal volumeJournal;
    private final Function<String, Optional<VolumeKey>> byName;
    private final Set<Path> mounted;
    private final Map<VolumeKey, ActualVolume> found = new LinkedHashMap<>();

    /// What was found.
    ///
    /// @param pods those that have a folder
    public record Reconstructed(List<ActualVolume> volumes, Set<String> pods) {
        public Reconstructed {
            volumes = List.copyOf(volumes);
            pods = Set.copyOf(pods);
        }
    }

    private VolumeReconstruction(
            KubeletPaths paths,
            VolumeJournal volumeJournal,
            Set<Path> mounted,
            Function<String, Optional<VolumeKey>> byName) {
        this.paths = paths;
        this.volumeJournal = volumeJournal;
        this.mounted = mounted;
        this.byName = byName;
    }

    /// @param byName finds the volume of a persistent volume name, for directories without a readable
    /// description
    public static Reconstructed reconstruct(
            KubeletPaths paths,
            VolumeJournal volumeJournal,
            Mounts mounts,
            Function<String, Optional<VolumeKey>> byName)
            throws IOException {
        Set<Path> targets = mounts.table().stream().map(MountPoint::target).collect(Collectors.toSet());
        KubeletPaths real =
                Files.isDirectory(paths.root()) ? new KubeletPaths(paths.root().toRealPath(), paths.logs()) : paths;
        return new VolumeReconstruction(real, volumeJournal, targets, byName).reconstruct();
    }

    private Reconstructed reconstruct() throws IOException {
        for (VolumeJournal.Entry entry : volumeJournal.read()) {
            found.put(entry.actual().key(), checked(entry));
        }
        Set<String> pods = new LinkedHashSet<>(names(paths.pods()));
        for (String uid : pods) {
            for (String specName : names(paths.volumes(uid).resolve(KubeletPaths.CSI_IN_PODS))) {
                reconstructPodVolume(uid, specName);
            }
        }
        for (String driver : names(paths.csi())) {
            for (String digest : names(paths.csi().resolve(driver))) {
                VolData.find(paths.csi().resolve(driver).resolve(digest))
                        .filter(data -> data.driver().equals(driver))
                        .ifPresent(this::addStaged);
            }
        }
        new BlockVolumeReconstruction(paths, found, pods).scan();
        return new Reconstructed(List.copyOf(found.values()), pods);
    }

    private ActualVolume checked(VolumeJournal.Entry entry) {
        ActualVolume actual = entry.actual();
        StagedVolume stagedVolume = actual.stagedVolume();
        if (stagedVolume.state() == MountState.PRESENT) {
            boolean there = !stagedVolume.block()
                    && mounted.contains(
                            paths.csiStaging(actual.key().driver(), actual.key().handle()));
            actual = entry.sameBoot() && there ? actual : actual.with(stagedVolume.in(MountState.UNCERTAIN));
        }
        for (PublishedVolume publishedVolume : List.copyOf(actual.publications().values())) {
            PodVolumeKey podVolumeKey = publishedVolume.podVolumeKey();
            boolean there = !podVolumeKey.block()
                    && mounted.contains(paths.csiMount(podVolumeKey.podUid(), podVolumeKey.specName()));
            if (publishedVolume.state() == MountState.PRESENT && !(entry.sameBoot() && there)) {
                actual = actual.with(publishedVolume.in(MountState.UNCERTAIN));
            }
        }
        return actual;
    }

    private void reconstructPodVolume(String uid, String specName) throws IOException {
        Optional<VolData> data = VolData.find(paths.csiVolume(uid, specName));
        Optional<VolumeKey> key = data.map(told -> new VolumeKey(told.driver(), told.handle()));
        boolean ephemeral =
                data.map(told -> told.lifecycle().equals("Ephemeral")).orElse(false);
        if (key.isEmpty()) {
            // The journal may know it, and after it the API.
            key = found.values().stream()
                    .filter(actual ->
                            actual.at(new PodVolumeKey(uid, specName, false)).isPresent())
                    .map(ActualVolume::key)
                    .findFirst()
                    .or(() -> mounted.contains(paths.csiMount(uid, specName))
                            ? byName.apply(specName)
                            : Optional.empty());
        }
        if (key.isEmpty()) {
            log.warn("Cannot find the volume of {}; leaving it as it is.", paths.csiVolume(uid, specName));
            return;
        }
        PodVolumeKey podVolumeKey = new PodVolumeKey(uid, specName, false);
        ActualVolume actual = found.getOrDefault(key.get(), ActualVolume.absent(key.get()));
        if (actual.at(podVolumeKey).isEmpty()) {
            found.put(key.get(), actual.with(new PublishedVolume(podVolumeKey, MountState.UNCERTAIN, ephemeral, true)));
        }
    }

    private void addStaged(VolData data) {
        VolumeKey key = new VolumeKey(data.driver(), data.handle());
        ActualVolume actual = found.getOrDefault(key, ActualVolume.absent(key));
        if (actual.stagedVolume().state() == MountState.ABSENT) {
            found.put(key, actual.with(new StagedVolume(MountState.UNCERTAIN, "", false, true)));
        }
    }

    static List<String> names(Path directory) throws IOException {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) ? Directories.list(directory) : List.of();
    }
}
