package dev.stowage.interop.descriptor;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The volume condition of CSI 1.12, which 1.13 dropped and Stowage keeps: the only allowed difference.
final class RetainedVolumeCondition {

    private static final List<String> NAMES = List.of(
            "message csi.v1.VolumeCondition",
            "field csi.v1.VolumeCondition.abnormal",
            "field csi.v1.VolumeCondition.message",
            "field csi.v1.ListVolumesResponse.VolumeStatus.volume_condition",
            "field csi.v1.ControllerGetVolumeResponse.VolumeStatus.volume_condition",
            "field csi.v1.NodeGetVolumeStatsResponse.volume_condition",
            "value csi.v1.ControllerServiceCapability.RPC.Type.VOLUME_CONDITION",
            "value csi.v1.NodeServiceCapability.RPC.Type.VOLUME_CONDITION");

    /// 1.13 reserves the numbers that these parts had.
    static final List<String> GIVEN_UP = List.of(
            "reserved csi.v1.ListVolumesResponse.VolumeStatus 2..2",
            "reserved csi.v1.ControllerGetVolumeResponse.VolumeStatus 2..2",
            "reserved csi.v1.NodeGetVolumeStatsResponse 2..2",
            "reserved csi.v1.ControllerServiceCapability.RPC.Type 11..11",
            "reserved csi.v1.NodeServiceCapability.RPC.Type 4..4");

    private RetainedVolumeCondition() {}

    /// The kept parts exactly as the last version that had them declares them.
    static Map<String, String> from(SortedMap<String, String> older) {
        Map<String, String> kept = new TreeMap<>();
        for (String name : NAMES) {
            String truth = older.get(name);
            if (truth == null) {
                throw new IllegalStateException("CSI 1.12 has no " + name);
            }
            kept.put(name, truth);
        }
        return kept;
    }
}
