package dev.stowage.cli.up;

import dev.stowage.x509.KeyAndCertificate;
import dev.stowage.x509.PkiDirectory;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.cli.role.DriverCommand;
import dev.stowage.cli.up.apart.DriverProcess;
import dev.stowage.cli.up.apart.Reopened;
import dev.stowage.cli.up.pool.Offers;
import dev.stowage.cli.up.pool.PoolFile;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.Environment;
import dev.stowage.node.NodeProgram;
import dev.stowage.sidecar.program.SidecarProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// One node of the machine's several: its drivers, what works for them, and who runs its pods.
///
/// @param offers what the machine has for volumes
record UpNode(UpPlan plan, Offers offers, NodePlace place, Lifecycle lifecycle, Environment around, Consumer<String> failed) {

    void begin(PkiDirectory pkiDirectory) throws IOException, InterruptedException {
        Files.createDirectories(place.registry());
        Path pools = PoolFile.write(place.driver(LocalProgram.LOCAL), plan.shared(), offers);
        driver(LocalProgram.LOCAL, List.of("--config=" + pools));
        if (offers.has(BackendKind.IMAGE)) {
            // No pool in a file: the nodes share the folder as it is, and none has to mount it for the others.
            driver(
                    LocalProgram.DISK,
                    List.of("--attach", "--own-pool=false", "--pool=" + Files.createDirectories(plan.disks())));
        }
        // The nodes are few and near, so they need not keep out of each other's way for long.
        sidecar(
                LocalProgram.LOCAL,
                List.of(
                        "--node-deployment",
                        "--node-deployment-base-delay=" + (plan.nodes() == 1 ? "20ms" : "200ms"),
                        "--node-deployment-max-delay=5s"));
        if (isFirst() && offers.has(BackendKind.IMAGE)) {
            // Its volumes are everybody's: one works for them all.
            sidecar(LocalProgram.DISK, List.of());
        }
        node(pkiDirectory);
    }

    private boolean isFirst() {
        return place.equals(plan.places().getFirst());
    }

    private void driver(String name, List<String> more) throws IOException {
        Path socket = place.socket(name);
        Files.createDirectories(socket.getParent());
        List<String> line = new ArrayList<>(List.of(
                "--endpoint=unix://" + socket,
                "--node-id=" + place.name(),
                "--data=" + place.driver(name),
                "--kubelet-registration-path=" + socket,
                "--plugin-registration-path=" + place.registry()));
        line.addAll(more);
        if (plan.apart().has(place, name)) {
            String who = "Driver " + name + " of " + place.name();
            lifecycle.onShutdown(DriverProcess.open(who, line, plan.log(place, name))::close);
        } else {
            lifecycle.onShutdown(DriverCommand.open(line, failed)::close);
        }
    }

    private void sidecar(String driver, List<String> more) throws IOException, InterruptedException {
        List<String> line =
                new ArrayList<>(List.of("--csi-address=" + place.socket(driver), "--kubeconfig=" + plan.kubeconfig()));
        line.addAll(more);
        if (plan.apart().has(place, driver)) {
            String who = "Sidecar of " + driver + " at " + place.name();
            lifecycle.onShutdown(Reopened.begin(who, why -> SidecarProgram.open(line, around, why))::close);
        } else {
            lifecycle.onShutdown(SidecarProgram.open(line, around, failed)::close);
        }
    }

    private void node(PkiDirectory pkiDirectory) throws IOException, InterruptedException {
        KeyAndCertificate _ = pkiDirectory.identity(
                place.name(), CertificateProfile.server("system:node:" + place.name(), PkiDirectory.names(List.of(place.name()))));
        lifecycle.onShutdown(NodeProgram.open(
                List.of(
                        "--kubeconfig=" + plan.kubeconfig(),
                        "--node-name=" + place.name(),
                        "--root-dir=" + place.root(),
                        "--runtime=process",
                        "--port=0",
                        "--tls-cert-file=" + pkiDirectory.folder().resolve(place.name() + ".crt"),
                        "--tls-private-key-file=" + pkiDirectory.folder().resolve(place.name() + ".key"),
                        "--client-ca-file=" + pkiDirectory.folder().resolve("ca.crt")),
                around,
                failed)::close);
    }
}
