package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The environment of a user who runs commands for a cluster: `kubectl`, `helm`, and where the cluster is.
///
/// @param environment of the shell
record ShellEnvironment(Map<String, String> environment) {

    /// Expanding a mounted ext4 needs CAP_SYS_RESOURCE, which a sandbox may lack; xfs does not need it.
    static final String VALUES = """
            driver: {pool: {size: 8Gi}}
            storageClasses: [{name: stowage, parameters: {csi.storage.k8s.io/fstype: xfs}}]
            """;

    ShellEnvironment {
        environment = Map.copyOf(environment);
    }

    static ShellEnvironment create(SuiteWorkspace workspace, ControlPlane plane, RealNode node) throws IOException {
        Path programs = workspace.directory("programs");
        Files.createSymbolicLink(
                programs.resolve("kubectl"), Path.of(workspace.programs().path(ReferenceProgram.KUBECTL)));
        Path values = Files.writeString(programs.resolve("values.yaml"), HostNetworkValues.values(plane) + VALUES);
        // The documents are for clusters whose pods have a network. The values for this cluster are added here.
        Path helm = Files.writeString(
                programs.resolve("helm"), """
                #!/bin/sh
                case "$1" in
                install | upgrade) exec %1$s "$@" --values %2$s ;;
                *) exec %1$s "$@" ;;
                esac
                """.formatted(workspace.programs().path(ReferenceProgram.HELM), values));
        Files.setPosixFilePermissions(helm, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> environment = new HashMap<>();
        environment.put("PATH", programs + ":" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        environment.put("KUBECONFIG", plane.kubeconfig().toString());
        environment.put("CONTAINERD_ADDRESS", node.runtimeSocket().toString());
        for (String folder : List.of("CACHE", "CONFIG", "DATA")) {
            environment.put("HELM_" + folder + "_HOME", programs.resolve(folder).toString());
        }
        return new ShellEnvironment(environment);
    }
}
