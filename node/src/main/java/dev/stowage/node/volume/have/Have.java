package dev.stowage.node.volume.have;

import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// All that is there of one volume. What is absent is not listed.
public record Have(VolumeKey key, Device device, Map<Spot, Publication> publications) {

    public Have {
        publications = Map.copyOf(publications);
    }

    public static Have nothing(VolumeKey key) {
        return new Have(key, Device.ABSENT, Map.of());
    }

    public boolean isNothing() {
        return device.state() == MountState.ABSENT && publications.isEmpty();
    }

    public Have with(Device now) {
        return new Have(key, now.state() == MountState.ABSENT ? Device.ABSENT : now, publications);
    }

    public Have with(Publication now) {
        Map<Spot, Publication> all = new LinkedHashMap<>(publications);
        if (now.state() == MountState.ABSENT) {
            all.remove(now.spot());
        } else {
            all.put(now.spot(), now);
        }
        return new Have(key, device, all);
    }

    public Optional<Publication> at(Spot spot) {
        return Optional.ofNullable(publications.get(spot));
    }

    public MountState stateAt(Spot spot) {
        return at(spot).map(Publication::state).orElse(MountState.ABSENT);
    }
}
