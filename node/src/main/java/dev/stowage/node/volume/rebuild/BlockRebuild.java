package dev.stowage.node.volume.rebuild;

import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.place.VolData;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds raw block volumes. Their folders are by name, and each of several folders may be all that tells of a pod.
record BlockRebuild(KubeletPaths paths, Map<VolumeKey, Have> found, Set<String> pods) {

    void look() throws IOException {
        for (String specName : Rebuild.names(paths.blockDevices())) {
            Path folder = paths.blockDevice(specName);
            Optional<VolData> data = VolData.find(folder.resolve("data"));
            if (data.isPresent() && data.get().specName().equals(specName)) {
                add(new VolumeKey(data.get().driver(), data.get().handle()), specName, users(specName, folder));
            }
        }
    }

    private Set<String> users(String specName, Path folder) throws IOException {
        Set<String> uids = new LinkedHashSet<>(Rebuild.names(folder.resolve("dev")));
        uids.addAll(Rebuild.names(paths.blockDevices().resolve("publish").resolve(specName)));
        for (String uid : pods) {
            if (Files.exists(paths.blockLink(uid, specName), LinkOption.NOFOLLOW_LINKS)) {
                uids.add(uid);
            }
        }
        return uids;
    }

    private void add(VolumeKey key, String specName, Set<String> uids) {
        Have have = found.getOrDefault(key, Have.nothing(key));
        if (have.device().state() == MountState.ABSENT) {
            have = have.with(new Device(MountState.UNCERTAIN, specName, true, true));
        }
        for (String uid : uids) {
            Spot spot = new Spot(uid, specName, true);
            if (have.at(spot).isEmpty()) {
                have = have.with(new Publication(spot, MountState.UNCERTAIN, false, true));
            }
        }
        found.put(key, have);
    }
}
