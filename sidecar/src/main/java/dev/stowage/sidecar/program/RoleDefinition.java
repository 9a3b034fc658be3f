package dev.stowage.sidecar.program;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.attacher.AttachController;
import dev.stowage.sidecar.attacher.AttacherFlags;
import dev.stowage.sidecar.healthmonitor.HealthMonitorController;
import dev.stowage.sidecar.healthmonitor.HealthMonitorFlags;
import dev.stowage.sidecar.mover.MoverController;
import dev.stowage.sidecar.mover.MoverFlags;
import dev.stowage.sidecar.mover.certificate.MoverSigner;
import dev.stowage.sidecar.mover.certificate.MoverSignerFlags;
import dev.stowage.sidecar.provisioner.ProvisionController;
import dev.stowage.sidecar.provisioner.options.ProvisionerFlags;
import dev.stowage.sidecar.resizer.ResizeController;
import dev.stowage.sidecar.resizer.ResizerFlags;
import dev.stowage.sidecar.snapshotter.SnapshotSidecarController;
import dev.stowage.sidecar.snapshotter.SnapshotterFlags;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/// How a role that needs the cluster is created: its flags are declared, the command line is read, the role is
/// constructed. The classes of a role that is not selected are never loaded.
record RoleDefinition(RoleName name, FlagsDeclaration flagsDeclaration) {

    @FunctionalInterface
    interface FlagsDeclaration {
        FlagsReader declare(RoleFlags flags);
    }

    @FunctionalInterface
    interface FlagsReader {
        /// @param environment the environment variables of the process or of the node it runs for
        RoleFactory read(ParsedFlags line, Map<String, String> environment);
    }

    @FunctionalInterface
    interface OptionsReader<F, O> {
        O of(F flags, ParsedFlags line, Map<String, String> environment);
    }

    sealed interface RoleFactory {
        /// Creates a role that calls the driver.
        record OfDriver(Function<RoleContext, ControllerRole> constructor) implements RoleFactory {}

        /// Creates a role that needs only the cluster.
        record OfCluster(Function<ControllerContext, ControllerRole> constructor) implements RoleFactory {}
    }

    /// All roles that need the cluster. Method references, so that a role is loaded only when it is created.
    static List<RoleDefinition> all() {
        return List.of(
                of(RoleName.PROVISIONER, ProvisionerFlags::new, ProvisionerFlags::read, ProvisionController::new),
                of(RoleName.ATTACHER, AttacherFlags::new, (flags, line, _) -> flags.read(line), AttachController::new),
                of(RoleName.RESIZER, ResizerFlags::new, ResizerFlags::read, ResizeController::new),
                of(RoleName.SNAPSHOTTER, SnapshotterFlags::new, SnapshotterFlags::read, SnapshotSidecarController::new),
                of(RoleName.HEALTH, HealthMonitorFlags::new, HealthMonitorFlags::read, HealthMonitorController::new),
                of(RoleName.MOVER, MoverFlags::new, MoverFlags::read, MoverController::new),
                ofCluster(RoleName.MOVER_SIGNER, MoverSignerFlags::new, MoverSignerFlags::read, MoverSigner::new));
    }

    private static <F, O> RoleDefinition of(
            RoleName name,
            Function<RoleFlags, F> declare,
            OptionsReader<F, O> read,
            BiFunction<RoleContext, O, ControllerRole> create) {
        return declared(
                name, declare, read, options -> new RoleFactory.OfDriver(context -> create.apply(context, options)));
    }

    private static <F, O> RoleDefinition ofCluster(
            RoleName name,
            Function<RoleFlags, F> declare,
            OptionsReader<F, O> read,
            BiFunction<ControllerContext, O, ControllerRole> create) {
        return declared(
                name, declare, read, options -> new RoleFactory.OfCluster(context -> create.apply(context, options)));
    }

    private static <F, O> RoleDefinition declared(
            RoleName name, Function<RoleFlags, F> declare, OptionsReader<F, O> read, Function<O, RoleFactory> factory) {
        return new RoleDefinition(name, flags -> {
            F own = declare.apply(flags);
            return (line, environment) -> factory.apply(read.of(own, line, environment));
        });
    }
}
