package dev.stowage.node.volumemanager.actual;

import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The actual state of one volume. What is absent is not listed.
public record ActualVolume(VolumeKey key, StagedVolume stagedVolume, Map<PodVolumeKey, PublishedVolume> publications) {

    public ActualVolume {
        publications = Map.copyOf(publications);
    }

    public static ActualVolume absent(VolumeKey key) {
        return new ActualVolume(key, StagedVolume.ABSENT, Map.of());
    }

    public boolean isAbsent() {
        return stagedVolume.state() == MountState.ABSENT && publications.isEmpty();
    }

    public ActualVolume with(StagedVolume now) {
        return new ActualVolume(key, now.state() == MountState.ABSENT ? StagedVolume.ABSENT : now, publications);
    }

    public ActualVolume with(PublishedVolume now) {
        Map<PodVolumeKey, PublishedVolume> all = new LinkedHashMap<>(publications);
        if (now.state() == MountState.ABSENT) {
            all.remove(now.podVolumeKey());
        } else {
            all.put(now.podVolumeKey(), now);
        }
        return new ActualVolume(key, stagedVolume, all);
    }

    public Optional<PublishedVolume> at(PodVolumeKey podVolumeKey) {
        return Optional.ofNullable(publications.get(podVolumeKey));
    }

    public MountState stateAt(PodVolumeKey podVolumeKey) {
        return at(podVolumeKey).map(PublishedVolume::state).orElse(MountState.ABSENT);
    }
}
