package dev.stowage.sidecar.program;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The external components of a CSI driver as one program, or one of them under its upstream name.
public final class SidecarProgram {

    private SidecarProgram() {}

    /// Runs until the process is stopped or fails; then the exit status is 1.
    ///
    /// @throws UsageException when the command line is wrong
    public static int run(List<String> args, Environment environment) throws IOException, InterruptedException {
        return run(Optional.empty(), args, environment, RoleDefinition.all());
    }

    /// The same with the flags of one upstream program.
    public static int run(RoleName role, List<String> args, Environment environment)
            throws IOException, InterruptedException {
        return run(Optional.of(role), args, environment, RoleDefinition.all());
    }

    static int run(
            Optional<RoleName> singleRole, List<String> args, Environment environment, List<RoleDefinition> definitions)
            throws IOException, InterruptedException {
        Optional<SidecarOptions> parsed = new SidecarFlags(singleRole, definitions).parse(args, environment);
        if (parsed.isEmpty()) {
            return 0;
        }
        SidecarOptions options = parsed.get();
        if (options.roles().contains(RoleName.REGISTRAR)) {
            if (options.registrar().driverSocket().isEmpty()) {
                throw new UsageException("flag --kubelet-registration-path is required");
            }
            if (options.registrar().probeOnly()) {
                return 0;
            }
        }
        return process(options, environment).run();
    }

    /// The same as a component of a larger process, which closes it.
    ///
    /// @param args anything but a request for the version
    /// @param failed receives the reason when the component fails; it must still be closed
    public static RunningComponent open(List<String> args, Environment environment, Consumer<String> failed)
            throws IOException, InterruptedException {
        SidecarOptions options = new SidecarFlags(Optional.empty(), RoleDefinition.all())
                .parse(args, environment)
                .orElseThrow();
        return process(options, environment).open(failed);
    }

    private static SidecarProcess process(SidecarOptions options, Environment environment) {
        return new SidecarProcess(options, options.driver(), environment, new PrometheusRegistry());
    }
}
