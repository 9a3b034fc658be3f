package dev.stowage.sidecar.program;

import dev.stowage.sidecar.attacher.AttachController;
import dev.stowage.sidecar.attacher.AttacherFlags;
import dev.stowage.sidecar.healthmonitor.HealthMonitorController;
import dev.stowage.sidecar.healthmonitor.HealthMonitorFlags;
import dev.stowage.sidecar.provisioner.ProvisionController;
import dev.stowage.sidecar.provisioner.options.ProvisionerFlags;
import dev.stowage.sidecar.resizer.ResizeController;
import dev.stowage.sidecar.resizer.ResizerFlags;
import dev.stowage.sidecar.snapshotter.SnapshotSidecarController;
import dev.stowage.sidecar.snapshotter.SnapshotterFlags;
import java.util.List;

/// All the roles that work on the cluster.
final class RoleDefinitions {

    private RoleDefinitions() {}

    static List<RoleDefinition> all() {
        return List.of(
                RoleDefinition.of(
                        RoleName.PROVISIONER, ProvisionerFlags::new, ProvisionerFlags::read, ProvisionController::new),
                RoleDefinition.of(
                        RoleName.ATTACHER,
                        AttacherFlags::new,
                        (flags, line, _) -> flags.read(line),
                        AttachController::new),
                RoleDefinition.of(RoleName.RESIZER, ResizerFlags::new, ResizerFlags::read, ResizeController::new),
                RoleDefinition.of(
                        RoleName.SNAPSHOTTER,
                        SnapshotterFlags::new,
                        SnapshotterFlags::read,
                        SnapshotSidecarController::new),
                RoleDefinition.of(
                        RoleName.HEALTH,
                        HealthMonitorFlags::new,
                        HealthMonitorFlags::read,
                        HealthMonitorController::new));
    }
}
