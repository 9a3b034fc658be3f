package dev.stowage.csi;

import dev.stowage.csi.v1.ControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.csi.v1.NodeGetCapabilitiesResponse;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/// Reads capabilities from responses. Capabilities of later CSI versions are ignored.
public final class CsiCapabilities {

    private CsiCapabilities() {}

    public static Set<PluginCapability.Service.Type> in(GetPluginCapabilitiesResponse answer) {
        return known(
                answer.getCapabilitiesList().stream()
                        .filter(PluginCapability::hasService)
                        .map(capability -> capability.getService().getType())
                        .toList(),
                PluginCapability.Service.Type.UNRECOGNIZED);
    }

    public static Set<ControllerServiceCapability.RPC.Type> in(ControllerGetCapabilitiesResponse answer) {
        return known(
                answer.getCapabilitiesList().stream()
                        .map(capability -> capability.getRpc().getType())
                        .toList(),
                ControllerServiceCapability.RPC.Type.UNRECOGNIZED);
    }

    public static Set<GroupControllerServiceCapability.RPC.Type> in(GroupControllerGetCapabilitiesResponse answer) {
        return known(
                answer.getCapabilitiesList().stream()
                        .map(capability -> capability.getRpc().getType())
                        .toList(),
                GroupControllerServiceCapability.RPC.Type.UNRECOGNIZED);
    }

    public static Set<NodeServiceCapability.RPC.Type> in(NodeGetCapabilitiesResponse answer) {
        return known(
                answer.getCapabilitiesList().stream()
                        .map(capability -> capability.getRpc().getType())
                        .toList(),
                NodeServiceCapability.RPC.Type.UNRECOGNIZED);
    }

    private static <T extends Enum<T>> Set<T> known(Collection<T> said, T unrecognized) {
        Set<T> known = EnumSet.noneOf(unrecognized.getDeclaringClass());
        known.addAll(said);
        known.remove(unrecognized);
        return known;
    }
}
