package dev.stowage.sidecar.driver;

import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import java.util.Set;

/// What a driver reports about itself at the start.
record DriverInfo(
        String name,
        String vendorVersion,
        Set<PluginCapability.Service.Type> services,
        Set<ControllerServiceCapability.RPC.Type> controller,
        Set<GroupControllerServiceCapability.RPC.Type> groups) {

    static final DriverInfo NONE = named("");

    /// A driver of which only the name is known.
    static DriverInfo named(String name) {
        return new DriverInfo(name, "", Set.of(), Set.of(), Set.of());
    }

    DriverInfo {
        services = Set.copyOf(services);
        controller = Set.copyOf(controller);
        groups = Set.copyOf(groups);
    }
}
