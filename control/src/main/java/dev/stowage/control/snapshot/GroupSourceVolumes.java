package dev.stowage.control.snapshot;

import dev.stowage.k8s.LabelSelector;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import java.util.ArrayList;
import java.util.List;

/// The source volumes of a group snapshot.
final class GroupSourceVolumes {

    private GroupSourceVolumes() {}

    static List<PersistentVolume> volumes(GroupSnapshotState state) throws SnapshotException {
        LabelSelector selector = state.group().selector();
        if (state.claims().isEmpty()) {
            throw new SnapshotException(
                    "label selector " + (selector == null || selector.isEverything() ? "<none>" : selector)
                            + " for group snapshot not applied to any PVC");
        }
        List<PersistentVolume> volumes = new ArrayList<>();
        for (PersistentVolumeClaim claim : state.claims()) {
            volumes.add(SourceVolume.behind(claim, state.volumes().get(claim.volumeName()), "group snapshot"));
        }
        return volumes;
    }

    /// Any volume will do: all of them must have the same driver.
    static String driver(GroupSnapshotState state) throws SnapshotException {
        VolumeGroupSnapshot group = state.group();
        PersistentVolume.CsiSource csi = volumes(state).getFirst().csi();
        if (csi == null) {
            throw new SnapshotException("snapshotting non-CSI volumes is not supported, group snapshot:" + group.key());
        }
        return csi.driver();
    }
}
