package dev.stowage.cli.up;

import dev.stowage.cli.role.DriverCommand;
import dev.stowage.cli.up.backend.AvailableBackends;
import dev.stowage.cli.up.backend.PoolFile;
import dev.stowage.cli.up.backend.ZonePools;
import dev.stowage.cli.up.process.DriverProcess;
import dev.stowage.cli.up.process.RestartOnFailure;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.node.NodeProgram;
import dev.stowage.sidecar.program.SidecarProgram;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.PkiDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// One of several nodes on this machine: its drivers, their sidecars, and its node agent.
///
/// @param backends what the machine has for volumes
record UpNode(
        UpOptions options,
        AvailableBackends backends,
        NodeDirectories directories,
        Lifecycle lifecycle,
        Environment processEnvironment,
        ShutdownProgress shutdownProgress,
        Consumer<String> failed) {

    void begin(PkiDirectory pkiDirectory) throws IOException, InterruptedException {
        Files.createDirectories(directories.registry());
        Path pools = PoolFile.write(directories.driver(LocalProgram.LOCAL), options.shared(), backends);
        driver(LocalProgram.LOCAL, List.of("--config=" + pools));
        if (backends.has(BackendKind.IMAGE)) {
            driver(LocalProgram.DISK, diskPools());
        }
        sidecar(LocalProgram.LOCAL, localRoles());
        if (isFirst() && backends.has(BackendKind.IMAGE)) {
            // Its volumes are shared by all nodes: one sidecar serves them all.
            sidecar(LocalProgram.DISK, List.of());
        }
        node(pkiDirectory);
    }

    /// No pool file: the nodes share the directories directly, and none has to mount one for the others.
    private List<String> diskPools() throws IOException {
        Optional<String> zone = options.zone(directories);
        if (zone.isEmpty()) {
            return List.of("--attach", "--own-pool=false", "--pool=" + Files.createDirectories(options.disks()));
        }
        Path pools = ZonePools.write(
                directories.driver(LocalProgram.DISK), options.zones().names(), options.zonePools(), options.disks());
        return List.of("--attach", "--config=" + pools, "--topology=" + NodeKeys.TOPOLOGY_ZONE + "=" + zone.get());
    }

    private List<String> localRoles() {
        // There are few nodes on one machine, so the delays between them can be short.
        List<String> line = new ArrayList<>(List.of(
                "--node-deployment",
                "--node-deployment-base-delay=" + (options.nodes() == 1 ? "20ms" : "200ms"),
                "--node-deployment-max-delay=5s"));
        if (options.nodes() > 1) {
            line.addAll(UpMover.flags(isFirst()));
        }
        return line;
    }

    private boolean isFirst() {
        return directories.equals(options.places().getFirst());
    }

    private void driver(String name, List<String> more) throws IOException {
        Path socket = directories.socket(name);
        Files.createDirectories(socket.getParent());
        List<String> line = new ArrayList<>(List.of(
                "--endpoint=unix://" + socket,
                "--node-id=" + directories.name(),
                "--data=" + directories.driver(name),
                "--kubelet-registration-path=" + socket,
                "--plugin-registration-path=" + directories.registry()));
        line.addAll(more);
        if (options.driverIsolation().has(directories, name)) {
            String who = "Driver " + name + " of " + directories.name();
            lifecycle.onShutdown(DriverProcess.open(who, line, options.log(directories, name))::close);
        } else {
            lifecycle.onShutdown(DriverCommand.open(line, failed)::close);
        }
    }

    private void sidecar(String driver, List<String> more) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(
                List.of("--csi-address=" + directories.socket(driver), "--kubeconfig=" + options.kubeconfig()));
        line.addAll(more);
        if (options.driverIsolation().has(directories, driver)) {
            String who = "Sidecar of " + driver + " at " + directories.name();
            lifecycle.onShutdown(
                    RestartOnFailure.begin(who, why -> SidecarProgram.open(line, processEnvironment, why))::close);
        } else {
            lifecycle.onShutdown(SidecarProgram.open(line, processEnvironment, failed)::close);
        }
    }

    private void node(PkiDirectory pkiDirectory) throws IOException, InterruptedException {
        lifecycle.onShutdown(() -> shutdownProgress.show("Stopping the drivers of " + directories.name()));
        CertificateKeyPair _ = pkiDirectory.identity(
                directories.name(),
                CertificateProfile.server(
                        "system:node:" + directories.name(), PkiDirectory.names(List.of(directories.name()))));
        List<String> line = new ArrayList<>(List.of(
                "--kubeconfig=" + options.kubeconfig(),
                "--node-name=" + directories.name(),
                "--root-dir=" + directories.root(),
                "--port=0",
                "--tls-cert-file=" + pkiDirectory.folder().resolve(directories.name() + ".crt"),
                "--tls-private-key-file=" + pkiDirectory.folder().resolve(directories.name() + ".key"),
                "--client-ca-file=" + pkiDirectory.folder().resolve("ca.crt")));
        line.addAll(options.cri()
                .map(socket -> List.of("--runtime=cri", "--container-runtime-endpoint=unix://" + socket))
                .orElse(List.of("--runtime=process")));
        // Also without the disk driver, which reports it too: for spreading pods.
        options.zone(directories).ifPresent(zone -> line.add("--node-labels=" + NodeKeys.TOPOLOGY_ZONE + "=" + zone));
        options.manifests().ifPresent(folder -> line.add("--pod-manifest-path=" + folder.resolve(directories.name())));
        lifecycle.onShutdown(NodeProgram.open(line, processEnvironment, failed)::close);
        lifecycle.onShutdown(() -> shutdownProgress.showNode(directories, options.kubeconfig()));
    }
}
