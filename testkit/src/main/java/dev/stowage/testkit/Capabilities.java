package dev.stowage.testkit;

import dev.stowage.csi.v1.ControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.testkit.Capability.Declarer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What the driver declares, read once.
record Capabilities(Set<Capability> declared) {

    Capabilities {
        declared = Set.copyOf(declared);
    }

    boolean has(Capability capability) {
        return declared.contains(capability);
    }

    /// A service that does not answer declares nothing; the rules about the capability calls themselves say what is
    /// wrong with that.
    static Capabilities of(Connection driver) {
        Set<Capability> found = EnumSet.noneOf(Capability.class);
        plugin(driver).forEach(capability -> {
            add(found, Declarer.PLUGIN, capability.getService().getTypeValue());
            add(found, Declarer.EXPANSION, capability.getVolumeExpansion().getTypeValue());
        });
        if (found.contains(Capability.CONTROLLER_SERVICE)) {
            controller(driver).forEach(number -> add(found, Declarer.CONTROLLER, number));
        }
        if (found.contains(Capability.GROUP_CONTROLLER_SERVICE)) {
            group(driver).forEach(number -> add(found, Declarer.GROUP, number));
        }
        node(driver).forEach(number -> add(found, Declarer.NODE, number));
        return new Capabilities(found);
    }

    static List<PluginCapability> plugin(Connection driver) {
        return driver.call(Rpc.GET_PLUGIN_CAPABILITIES, GetPluginCapabilitiesRequest.getDefaultInstance())
                .orElseThrow()
                .getCapabilitiesList();
    }

    static List<Integer> controller(Connection driver) {
        return switch (driver.call(
                Rpc.CONTROLLER_GET_CAPABILITIES, ControllerGetCapabilitiesRequest.getDefaultInstance())) {
            case Outcome.Ok(var answer) ->
                answer.getCapabilitiesList().stream()
                        .map(each -> each.getRpc().getTypeValue())
                        .toList();
            case Outcome.Refused<?> _ -> List.of();
        };
    }

    static List<Integer> group(Connection driver) {
        return switch (driver.call(
                Rpc.GROUP_CONTROLLER_GET_CAPABILITIES, GroupControllerGetCapabilitiesRequest.getDefaultInstance())) {
            case Outcome.Ok(var answer) ->
                answer.getCapabilitiesList().stream()
                        .map(each -> each.getRpc().getTypeValue())
                        .toList();
            case Outcome.Refused<?> _ -> List.of();
        };
    }

    static List<Integer> node(Connection driver) {
        return switch (driver.call(Rpc.NODE_GET_CAPABILITIES, NodeGetCapabilitiesRequest.getDefaultInstance())) {
            case Outcome.Ok(var answer) ->
                new ArrayList<>(answer.getCapabilitiesList().stream()
                        .map(each -> each.getRpc().getTypeValue())
                        .toList());
            case Outcome.Refused<?> _ -> List.of();
        };
    }

    private static void add(Set<Capability> found, Declarer declarer, int number) {
        for (Capability capability : Capability.values()) {
            if (capability.is(declarer, number)) {
                found.add(capability);
            }
        }
    }
}
