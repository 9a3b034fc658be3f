package dev.stowage.sidecar.program;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Roles in the process of their driver, with their flags among the driver's.
public final class EmbeddedRoles {

    private static final String NODE_NAME = "NODE_NAME";

    private final SidecarFlags flags;
    private final Flag<String> nodeName;

    public EmbeddedRoles(FlagSet driver) {
        flags = SidecarFlags.embedded(driver, RoleDefinition.all());
        nodeName = driver.text("node-name", "", "Name of the node in the cluster. Default: NODE_NAME, then --node-id.");
    }

    /// Roles that are running.
    ///
    /// @param health whether the leases that they hold are renewed in time; empty when there are none
    public record RunningRoles(RunningComponent part, Optional<HttpPage> health) {}

    /// Starts the roles as soon as the driver can be called.
    @FunctionalInterface
    public interface RoleStarter {
        /// @param metrics the registry that the roles add their metrics to
        /// @param failed receives the reason when the roles fail; they must still be closed
        RunningRoles open(CsiEndpoint driver, PrometheusRegistry metrics, Consumer<String> failed)
                throws IOException, InterruptedException;
    }

    /// @param nodeId the driver's id of its node
    /// @return empty when the command line selects no role
    /// @throws dev.stowage.flags.UsageException for conflicting flags
    public Optional<RoleStarter> read(ParsedFlags line, Environment environment, String nodeId) {
        Map<String, String> variables = new HashMap<>(environment.environment());
        variables.putIfAbsent(NODE_NAME, nodeId);
        if (line.isSet(nodeName)) {
            variables.put(NODE_NAME, line.value(nodeName));
        }
        Environment nodeEnvironment = environment.with(variables);
        return flags.read(line, nodeEnvironment)
                .filter(options -> !options.roles().isEmpty())
                .map(options -> (driver, metrics, failed) -> {
                    SidecarProcess process = new SidecarProcess(options, driver, nodeEnvironment, metrics);
                    RunningComponent component = process.open(failed);
                    return new RunningRoles(component, process.leadership());
                });
    }
}
