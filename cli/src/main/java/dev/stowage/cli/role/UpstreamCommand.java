package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.sidecar.program.RoleName;
import dev.stowage.sidecar.program.SidecarProgram;
import java.io.IOException;
import java.util.List;

/// A sidecar with the name and flags of the upstream program that it replaces.
abstract sealed class UpstreamCommand implements Command {

    private final RoleName role;

    UpstreamCommand(RoleName role) {
        this.role = role;
    }

    @Override
    public final String name() {
        return role.program();
    }

    @Override
    public final String summary() {
        return role.summary();
    }

    @Override
    public final int run(List<String> args) throws IOException, InterruptedException {
        return SidecarProgram.run(role, args, RoleEnvironment.ofProcess());
    }

    /// `./stowage csi-provisioner`.
    public static final class Provisioner extends UpstreamCommand {
        public Provisioner() {
            super(RoleName.PROVISIONER);
        }
    }

    /// `./stowage csi-attacher`.
    public static final class Attacher extends UpstreamCommand {
        public Attacher() {
            super(RoleName.ATTACHER);
        }
    }

    /// `./stowage csi-resizer`.
    public static final class Resizer extends UpstreamCommand {
        public Resizer() {
            super(RoleName.RESIZER);
        }
    }

    /// `./stowage csi-snapshotter`.
    public static final class Snapshotter extends UpstreamCommand {
        public Snapshotter() {
            super(RoleName.SNAPSHOTTER);
        }
    }

    /// `./stowage csi-external-health-monitor-controller`.
    public static final class HealthMonitor extends UpstreamCommand {
        public HealthMonitor() {
            super(RoleName.HEALTH);
        }
    }

    /// `./stowage livenessprobe`.
    public static final class LivenessProbe extends UpstreamCommand {
        public LivenessProbe() {
            super(RoleName.LIVENESS);
        }
    }

    /// `./stowage csi-node-driver-registrar`.
    public static final class Registrar extends UpstreamCommand {
        public Registrar() {
            super(RoleName.REGISTRAR);
        }
    }
}
