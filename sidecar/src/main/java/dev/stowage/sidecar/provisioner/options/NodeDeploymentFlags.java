package dev.stowage.sidecar.provisioner.options;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.sidecar.NodeNameVariable;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.NodeDeploymentOptions;
import java.time.Duration;
import java.util.Map;

/// The flags for a provisioner on every node.
final class NodeDeploymentFlags {
    private final RoleFlag<Boolean> enabled;
    private final RoleFlag<Boolean> immediateBinding;
    private final RoleFlag<Duration> baseDelay;
    private final RoleFlag<Duration> maxDelay;

    NodeDeploymentFlags(RoleFlags flags) {
        enabled = flags.bool("node-deployment", false, "Run one provisioner per node, for the volumes of that node.");
        immediateBinding =
                flags.bool("node-deployment-immediate-binding", true, "Compete for claims with immediate binding.");
        baseDelay = flags.duration(
                "node-deployment-base-delay",
                Duration.ofSeconds(20),
                "Maximum initial delay before such a claim is taken.");
        maxDelay = flags.duration(
                "node-deployment-max-delay", Duration.ofSeconds(60), "Maximum delay before such a claim is taken.");
    }

    NodeDeploymentOptions read(ParsedFlags line, Map<String, String> environment) {
        return new NodeDeploymentOptions(
                enabled.in(line),
                NodeNameVariable.name(enabled.in(line), environment),
                immediateBinding.in(line),
                baseDelay.in(line),
                maxDelay.in(line));
    }
}
