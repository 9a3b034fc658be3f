package dev.stowage.sidecar.program;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// From a command line to a life.
public final class Launch {

    private Launch() {}

    public static int run(Optional<RoleName> alone, List<String> args, Environment around)
            throws IOException, InterruptedException {
        return run(alone, args, around, KubeRoles.all());
    }

    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        Plan plan = new CommandLine(Optional.empty(), KubeRoles.all())
                .parse(args, around)
                .orElseThrow();
        return new Run(plan, around, new PrometheusRegistry()).open(failed);
    }

    static int run(Optional<RoleName> alone, List<String> args, Environment around, List<KubeRole> known)
            throws IOException, InterruptedException {
        Optional<Plan> parsed = new CommandLine(alone, known).parse(args, around);
        if (parsed.isEmpty()) {
            return 0;
        }
        Plan plan = parsed.get();
        if (plan.named().contains(RoleName.REGISTRAR)) {
            if (plan.registrar().driverSocket().isEmpty()) {
                throw new UsageException("flag --kubelet-registration-path is required");
            }
            if (plan.registrar().probeOnly()) {
                return 0;
            }
        }
        return new Run(plan, around, new PrometheusRegistry()).live();
    }
}
