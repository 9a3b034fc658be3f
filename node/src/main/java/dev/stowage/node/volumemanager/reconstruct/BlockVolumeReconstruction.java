package dev.stowage.node.volumemanager.reconstruct;

import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds raw block volumes. Their directories are named after the volume, and any one of them may be the only
/// trace of a pod.
record BlockVolumeReconstruction(KubeletPaths paths, Map<VolumeKey, ActualVolume> found, Set<String> pods) {

    void scan() throws IOException {
        for (String specName : VolumeReconstruction.names(paths.blockDevices())) {
            Path folder = paths.blockDevice(specName);
            Optional<VolData> data = VolData.find(folder.resolve("data"));
            if (data.isPresent() && data.get().specName().equals(specName)) {
                add(new VolumeKey(data.get().driver(), data.get().handle()), specName, users(specName, folder));
            }
        }
    }

    private Set<String> users(String specName, Path folder) throws IOException {
        Set<String> uids = new LinkedHashSet<>(VolumeReconstruction.names(folder.resolve("dev")));
        uids.addAll(VolumeReconstruction.names(
                paths.blockDevices().resolve("publish").resolve(specName)));
        for (String uid : pods) {
            if (Files.exists(paths.blockLink(uid, specName), LinkOption.NOFOLLOW_LINKS)) {
                uids.add(uid);
            }
        }
        return uids;
    }

    private void add(VolumeKey key, String specName, Set<String> uids) {
        ActualVolume actual = found.getOrDefault(key, ActualVolume.absent(key));
        if (actual.stagedVolume().state() == MountState.ABSENT) {
            actual = actual.with(new StagedVolume(MountState.UNCERTAIN, specName, true, true));
        }
        for (String uid : uids) {
            PodVolumeKey podVolumeKey = new PodVolumeKey(uid, specName, true);
            if (actual.at(podVolumeKey).isEmpty()) {
                actual = actual.with(new PublishedVolume(podVolumeKey, MountState.UNCERTAIN, false, true));
            }
        }
        found.put(key, actual);
    }
}
