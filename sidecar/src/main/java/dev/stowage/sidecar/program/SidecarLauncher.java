package dev.stowage.sidecar.program;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// From a command line to a life.
public final class SidecarLauncher {

    private SidecarLauncher() {}

    public static int run(Optional<RoleName> alone, List<String> args, Environment around)
            throws IOException, InterruptedException {
        return run(alone, args, around, RoleDefinitions.all());
    }

    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        SidecarOptions sidecarOptions = new SidecarFlags(Optional.empty(), RoleDefinitions.all())
                .parse(args, around)
                .orElseThrow();
        return new SidecarProcess(sidecarOptions, around, new PrometheusRegistry()).open(failed);
    }

    static int run(Optional<RoleName> alone, List<String> args, Environment around, List<RoleDefinition> known)
            throws IOException, InterruptedException {
        Optional<SidecarOptions> parsed = new SidecarFlags(alone, known).parse(args, around);
        if (parsed.isEmpty()) {
            return 0;
        }
        SidecarOptions sidecarOptions = parsed.get();
        if (sidecarOptions.roles().contains(RoleName.REGISTRAR)) {
            if (sidecarOptions.registrar().driverSocket().isEmpty()) {
                throw new UsageException("flag --kubelet-registration-path is required");
            }
            if (sidecarOptions.registrar().probeOnly()) {
                return 0;
            }
        }
        return new SidecarProcess(sidecarOptions, around, new PrometheusRegistry()).run();
    }
}
