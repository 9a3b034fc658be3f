package dev.stowage.sidecar.program;

import dev.stowage.sidecar.attach.Attacher;
import dev.stowage.sidecar.attach.AttacherFlags;
import dev.stowage.sidecar.health.HealthMonitor;
import dev.stowage.sidecar.health.HealthMonitorFlags;
import dev.stowage.sidecar.provision.Provisioner;
import dev.stowage.sidecar.provision.ProvisionerFlags;
import dev.stowage.sidecar.resize.Resizer;
import dev.stowage.sidecar.resize.ResizerFlags;
import dev.stowage.sidecar.snapshot.Snapshotter;
import dev.stowage.sidecar.snapshot.SnapshotterFlags;
import java.util.List;

/// All the roles that work on the cluster.
final class KubeRoles {

    private KubeRoles() {}

    static List<KubeRole> all() {
        return List.of(
                KubeRole.of(RoleName.PROVISIONER, ProvisionerFlags::new, ProvisionerFlags::read, Provisioner::new),
                KubeRole.of(RoleName.ATTACHER, AttacherFlags::new, (flags, line, _) -> flags.read(line), Attacher::new),
                KubeRole.of(RoleName.RESIZER, ResizerFlags::new, ResizerFlags::read, Resizer::new),
                KubeRole.of(RoleName.SNAPSHOTTER, SnapshotterFlags::new, SnapshotterFlags::read, Snapshotter::new),
                KubeRole.of(RoleName.HEALTH, HealthMonitorFlags::new, HealthMonitorFlags::read, HealthMonitor::new));
    }
}
