package dev.stowage.sidecar.program;

import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.EXPAND_VOLUME;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.MODIFY_VOLUME;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.VOLUME_CONDITION;

import dev.stowage.csi.v1.ControllerServiceCapability;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/// Selects the roles that a process runs.
final class RoleSelection {

    private RoleSelection() {}

    /// The roles that were selected; otherwise those that the driver's capabilities or their own flags ask
    /// for.
    static Set<RoleName> of(SidecarOptions options, Predicate<ControllerServiceCapability.RPC.Type> has) {
        if (!options.roles().isEmpty()) {
            return options.roles();
        }
        Set<RoleName> chosen = EnumSet.noneOf(RoleName.class);
        add(chosen, RoleName.PROVISIONER, has.test(CREATE_DELETE_VOLUME));
        add(chosen, RoleName.ATTACHER, has.test(PUBLISH_UNPUBLISH_VOLUME));
        add(chosen, RoleName.RESIZER, has.test(EXPAND_VOLUME) || has.test(MODIFY_VOLUME));
        add(chosen, RoleName.SNAPSHOTTER, has.test(CREATE_DELETE_SNAPSHOT));
        add(
                chosen,
                RoleName.HEALTH,
                has.test(GET_VOLUME_HEALTH) || has.test(LIST_VOLUME_HEALTH) || has.test(VOLUME_CONDITION));
        // Capabilities do not say where a driver runs, so a mover is only started by name, and these two run when their
        // flags are set.
        add(chosen, RoleName.LIVENESS, options.liveness().portGiven());
        add(chosen, RoleName.REGISTRAR, !options.registrar().driverSocket().isEmpty());
        return chosen;
    }

    /// Whether snapshots of a driver that cannot take them get an error. A process that replaces one upstream
    /// program does no more than that program.
    ///
    /// @param names the roles that it runs
    static boolean reportsSnapshots(
            SidecarOptions options, Set<RoleName> names, Predicate<ControllerServiceCapability.RPC.Type> has) {
        return options.singleRole().isEmpty()
                && names.contains(RoleName.PROVISIONER)
                && !names.contains(RoleName.SNAPSHOTTER)
                && !has.test(CREATE_DELETE_SNAPSHOT);
    }

    private static void add(Set<RoleName> chosen, RoleName role, boolean wanted) {
        if (wanted) {
            chosen.add(role);
        }
    }
}
