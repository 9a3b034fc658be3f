package dev.stowage.testkit;

import dev.stowage.csi.v1.ControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.testkit.CsiCapability.Declarer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The declared capabilities, read once.
record DeclaredCapabilities(Set<CsiCapability> declared) {

    DeclaredCapabilities {
        declared = Set.copyOf(declared);
    }

    boolean has(CsiCapability csiCapability) {
        return declared.contains(csiCapability);
    }

    /// A service that does not respond declares nothing; the rules about the capability calls report the problem.
    static DeclaredCapabilities of(DriverConnection driver) {
        Set<CsiCapability> found = EnumSet.noneOf(CsiCapability.class);
        plugin(driver).forEach(capability -> {
            add(found, Declarer.PLUGIN, capability.getService().getTypeValue());
            add(found, Declarer.EXPANSION, capability.getVolumeExpansion().getTypeValue());
        });
        if (found.contains(CsiCapability.CONTROLLER_SERVICE)) {
            controller(driver).forEach(number -> add(found, Declarer.CONTROLLER, number));
        }
        if (found.contains(CsiCapability.GROUP_CONTROLLER_SERVICE)) {
            group(driver).forEach(number -> add(found, Declarer.GROUP, number));
        }
        node(driver).forEach(number -> add(found, Declarer.NODE, number));
        return new DeclaredCapabilities(found);
    }

    static List<PluginCapability> plugin(DriverConnection driver) {
        return driver.call(CsiMethods.GET_PLUGIN_CAPABILITIES, GetPluginCapabilitiesRequest.getDefaultInstance())
                .orElseThrow()
                .getCapabilitiesList();
    }

    static List<Integer> controller(DriverConnection driver) {
        return switch (driver.call(
                CsiMethods.CONTROLLER_GET_CAPABILITIES, ControllerGetCapabilitiesRequest.getDefaultInstance())) {
            case RpcOutcome.Ok(var answer) ->
                answer.getCapabilitiesList().stream()
                        .map(each -> each.getRpc().getTypeValue())
                        .toList();
            case RpcOutcome.Refused<?> _ -> List.of();
        };
    }

    static List<Integer> group(DriverConnection driver) {
        return switch (driver.call(
                CsiMethods.GROUP_CONTROLLER_GET_CAPABILITIES,
                GroupControllerGetCapabilitiesRequest.getDefaultInstance())) {
            case RpcOutcome.Ok(var answer) ->
                answer.getCapabilitiesList().stream()
                        .map(each -> each.getRpc().getTypeValue())
                        .toList();
            case RpcOutcome.Refused<?> _ -> List.of();
        };
    }

    static List<Integer> node(DriverConnection driver) {
        return switch (driver.call(CsiMethods.NODE_GET_CAPABILITIES, NodeGetCapabilitiesRequest.getDefaultInstance())) {
            case RpcOutcome.Ok(var answer) ->
                new ArrayList<>(answer.getCapabilitiesList().stream()
                        .map(each -> each.getRpc().getTypeValue())
                        .toList());
            case RpcOutcome.Refused<?> _ -> List.of();
        };
    }

    private static void add(Set<CsiCapability> found, Declarer declarer, int number) {
        for (CsiCapability csiCapability : CsiCapability.values()) {
            if (csiCapability.is(declarer, number)) {
                found.add(csiCapability);
            }
        }
    }
}
