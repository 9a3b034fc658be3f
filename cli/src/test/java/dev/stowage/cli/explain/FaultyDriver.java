package dev.stowage.cli.explain;

import dev.stowage.cli.explain.FaultyDriverServices.Deed;
import dev.stowage.cli.explain.FaultyDriverServices.Mischief;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.sdk.server.CsiServer;
import dev.stowage.sdk.server.RunningDriver;
import dev.stowage.sidecar.program.SidecarProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.function.Consumer;

/// A driver for one scenario, registered on one node, which hangs, rejects and fails as configured.
final class FaultyDriver implements AutoCloseable {
    static final String NODE = "node-1";

    private final ExplainScenario explainScenario;
    private final String name;
    private final EnumMap<Deed, Mischief> mischief;
    private final RunningDriver driver;
    private final RunningComponent sidecar;

    private FaultyDriver(
            ExplainScenario explainScenario,
            String name,
            EnumMap<Deed, Mischief> mischief,
            RunningDriver driver,
            RunningComponent sidecar) {
        this.explainScenario = explainScenario;
        this.name = name;
        this.mischief = mischief;
        this.driver = driver;
        this.sidecar = sidecar;
    }

    static FaultyDriver open(ExplainScenario explainScenario) throws IOException, InterruptedException {
        return open(explainScenario, List.of());
    }

    /// @param more of the driver's command line
    static FaultyDriver open(ExplainScenario explainScenario, List<String> more)
            throws IOException, InterruptedException {
        String name = explainScenario.namespace() + ".balky.example.com";
        Path folder = Files.createDirectories(
                explainScenario.sharedCluster().data().resolve("balky").resolve(explainScenario.namespace()));
        Path socket = folder.resolve("csi.sock");
        Consumer<String> failed = why -> {
            throw new IllegalStateException(why);
        };
        EnumMap<Deed, Mischief> mischief = new EnumMap<>(Deed.class);
        List<String> line = new ArrayList<>(
                List.of("--endpoint=unix://" + socket, "--node-id=" + NODE, "--data=" + folder.resolve("data")));
        line.addAll(more);
        RunningDriver driver = CsiServer.open(
                name,
                (parts, processEnvironment, _) -> parts.part(new FaultyDriverServices(processEnvironment, mischief)),
                line,
                failed);
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "%s"},
                 "spec": {"attachRequired": false, "fsGroupPolicy": "File"}}""".formatted(name));
        RunningComponent sidecar = SidecarProgram.open(
                List.of(
                        "--csi-address=" + socket,
                        "--kubeconfig=" + explainScenario.sharedCluster().kubeconfig(),
                        "--provisioner-timeout=1s",
                        "--kubelet-registration-path=" + socket,
                        "--plugin-registration-path="
                                + explainScenario.sharedCluster().node(NODE).resolve("plugins_registry")),
                Environment.ofProcess("test", (_, _) -> {}),
                failed);
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "%s"},
                 "provisioner": "%s", "volumeBindingMode": "Immediate", "allowVolumeExpansion": true}""".formatted(storageClass(explainScenario), name));
        FaultyDriver faultyDriver = new FaultyDriver(explainScenario, name, mischief, driver, sidecar);
        SharedCluster.until("the registration of " + name, faultyDriver::isRegistered);
        return faultyDriver;
    }

    private static String storageClass(ExplainScenario explainScenario) {
        return "balky-of-" + explainScenario.namespace();
    }

    private boolean isRegistered() throws IOException, InterruptedException {
        return explainScenario.find(ResourceKind.CSI_NODE, NODE).stream()
                .flatMap(node -> node.at("/spec/drivers").valueStream())
                .anyMatch(each -> each.path("name").asText().equals(name));
    }

    String name() {
        return name;
    }

    String storageClass() {
        return storageClass(explainScenario);
    }

    /// Sets what happens from now on before each such operation.
    void when(Deed deed, Mischief what) {
        synchronized (mischief) {
            mischief.put(deed, what);
        }
    }

    void claim(String claim) throws IOException, InterruptedException {
        explainScenario.claim(claim, storageClass());
        explainScenario.untilPhase(ResourceKind.CLAIM, claim, "Bound");
    }

    /// @param more fields of its specification, each with a comma before it
    void pod(String pod, String claim, String more) throws IOException, InterruptedException {
        explainScenario.pod(pod, claim, ", \"nodeName\": \"" + NODE + "\"" + more);
    }

    /// From here on the driver works normally, so that all objects of the scenario can be deleted and the node is
    /// left as it was.
    @Override
    public void close() throws IOException {
        synchronized (mischief) {
            mischief.clear();
        }
        try (driver;
                sidecar) {
            clear(ResourceKind.POD);
            clear(ResourceKind.CLAIM);
            SharedCluster.until(
                    "the end of all volumes of " + name,
                    () -> explainScenario.sharedCluster().picture("").all(ResourceKind.VOLUME).stream()
                            .noneMatch(volume -> volume.text("/spec/csi/driver").equals(name)));
            explainScenario.delete(ResourceKind.CLASS, storageClass());
            explainScenario.delete(ResourceKind.DRIVER, name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        SharedCluster.until("the end of the registration of " + name, () -> !isRegistered());
    }

    private void clear(ResourceKind resourceKind) throws IOException, InterruptedException {
        List<String> all =
                explainScenario.sharedCluster().picture(explainScenario.namespace()).all(resourceKind).stream()
                        .filter(each -> each.namespace().equals(explainScenario.namespace()))
                        .map(KubeResource::name)
                        .toList();
        for (String each : all) {
            explainScenario.delete(resourceKind, each);
        }
        all.forEach(each -> explainScenario.untilGone(resourceKind, each));
    }
}
