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

/// Roles in the process of the driver that they work for, with their flags among the driver's.
public final class EmbeddedRoles {

    private static final String NODE_NAME = "NODE_NAME";

    private final SidecarFlags flags;
    private final Flag<String> nodeName;

    public EmbeddedRoles(FlagSet driver) {
        flags = SidecarFlags.embedded(driver, RoleDefinitions.all());
        nodeName = driver.text("node-name", "", "The node's name in the cluster. Without it, NODE_NAME, or --node-id.");
    }

    /// Roles at work.
    ///
    /// @param health whether the leases that they hold are renewed in time; empty when there are none
    public record RunningRoles(RunningComponent part, Optional<HttpPage> health) {}

    /// Roles that are to begin when the driver can be called.
    @FunctionalInterface
    public interface RoleStarter {
        /// @param metrics where what is counted goes
        /// @param failed hears why the roles cannot go on; they are still to be closed then
        RunningRoles open(CsiEndpoint driver, PrometheusRegistry metrics, Consumer<String> failed)
                throws IOException, InterruptedException;
    }

    /// @param nodeId under which the driver knows its node
    /// @return empty when the line names no role
    /// @throws dev.stowage.flags.UsageException for flags that do not fit together
    public Optional<RoleStarter> read(ParsedFlags line, Environment around, String nodeId) {
        Map<String, String> environment = new HashMap<>(around.environment());
        environment.putIfAbsent(NODE_NAME, nodeId);
        if (line.isSet(nodeName)) {
            environment.put(NODE_NAME, line.value(nodeName));
        }
        Environment here = around.with(environment);
        return flags.read(line, here)
                .filter(sidecarOptions -> !sidecarOptions.roles().isEmpty())
                .map(sidecarOptions -> (driver, metrics, failed) -> {
                    SidecarProcess sidecarProcess = new SidecarProcess(sidecarOptions.at(driver), here, metrics);
                    RunningComponent part = sidecarProcess.open(failed);
                    return new RunningRoles(part, sidecarProcess.leadership());
                });
    }
}
