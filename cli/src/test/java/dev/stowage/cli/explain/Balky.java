package dev.stowage.cli.explain;

import dev.stowage.cli.explain.BalkyParts.Deed;
import dev.stowage.cli.explain.BalkyParts.Mischief;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
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

/// A driver of the scene's own, registered at one node of the stage, which hangs, refuses and fails as it is told.
final class Balky implements AutoCloseable {
    static final String NODE = "node-1";

    private final Scene scene;
    private final String name;
    private final EnumMap<Deed, Mischief> mischief;
    private final RunningDriver driver;
    private final RunningComponent sidecar;

    private Balky(Scene scene, String name, EnumMap<Deed, Mischief> mischief, RunningDriver driver, RunningComponent sidecar) {
        this.scene = scene;
        this.name = name;
        this.mischief = mischief;
        this.driver = driver;
        this.sidecar = sidecar;
    }

    static Balky open(Scene scene) throws IOException, InterruptedException {
        return open(scene, List.of());
    }

    /// @param more of the driver's command line
    static Balky open(Scene scene, List<String> more) throws IOException, InterruptedException {
        String name = scene.namespace() + ".balky.example.com";
        Path folder =
                Files.createDirectories(scene.stage().data().resolve("balky").resolve(scene.namespace()));
        Path socket = folder.resolve("csi.sock");
        Consumer<String> failed = why -> {
            throw new IllegalStateException(why);
        };
        EnumMap<Deed, Mischief> mischief = new EnumMap<>(Deed.class);
        List<String> line = new ArrayList<>(
                List.of("--endpoint=unix://" + socket, "--node-id=" + NODE, "--data=" + folder.resolve("data")));
        line.addAll(more);
        RunningDriver driver =
                CsiServer.open(name, (parts, around, _) -> parts.part(new BalkyParts(around, mischief)), line, failed);
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "%s"},
                 "spec": {"attachRequired": false, "fsGroupPolicy": "File"}}""".formatted(name));
        RunningComponent sidecar = SidecarProgram.open(
                List.of(
                        "--csi-address=" + socket,
                        "--kubeconfig=" + scene.stage().kubeconfig(),
                        "--provisioner-timeout=1s",
                        "--kubelet-registration-path=" + socket,
                        "--plugin-registration-path=" + scene.stage().node(NODE).resolve("plugins_registry")),
                Environment.ofProcess("test", (_, _) -> {}),
                failed);
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "%s"},
                 "provisioner": "%s", "volumeBindingMode": "Immediate", "allowVolumeExpansion": true}""".formatted(storageClass(scene), name));
        Balky balky = new Balky(scene, name, mischief, driver, sidecar);
        Stage.until("the registration of " + name, balky::isRegistered);
        return balky;
    }

    private static String storageClass(Scene scene) {
        return "balky-of-" + scene.namespace();
    }

    private boolean isRegistered() throws IOException, InterruptedException {
        return scene.find(ResourceKind.CSI_NODE, NODE).stream()
                .flatMap(node -> node.at("/spec/drivers").valueStream())
                .anyMatch(each -> each.path("name").asText().equals(name));
    }

    String name() {
        return name;
    }

    String storageClass() {
        return storageClass(scene);
    }

    /// What happens from now on whenever the driver shall do this.
    void when(Deed deed, Mischief what) {
        synchronized (mischief) {
            mischief.put(deed, what);
        }
    }

    void claim(String claim) throws IOException, InterruptedException {
        scene.claim(claim, storageClass());
        scene.untilPhase(ResourceKind.CLAIM, claim, "Bound");
    }

    /// @param more fields of its specification, each with a comma before it
    void pod(String pod, String claim, String more) throws IOException, InterruptedException {
        scene.pod(pod, claim, ", \"nodeName\": \"" + NODE + "\"" + more);
    }

    /// Behaves from here on, so that everything of the scene can go. Whoever looks at the node next finds it as it was.
    @Override
    public void close() throws IOException {
        synchronized (mischief) {
            mischief.clear();
        }
        try (driver;
                sidecar) {
            clear(ResourceKind.POD);
            clear(ResourceKind.CLAIM);
            Stage.until(
                    "the end of all volumes of " + name,
                    () -> scene.stage().picture("").all(ResourceKind.VOLUME).stream()
                            .noneMatch(volume -> volume.text("/spec/csi/driver").equals(name)));
            scene.delete(ResourceKind.CLASS, storageClass());
            scene.delete(ResourceKind.DRIVER, name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Stage.until("the end of the registration of " + name, () -> !isRegistered());
    }

    private void clear(ResourceKind resourceKind) throws IOException, InterruptedException {
        List<String> all = scene.stage().picture(scene.namespace()).all(resourceKind).stream()
                .filter(each -> each.namespace().equals(scene.namespace()))
                .map(KubeResource::name)
                .toList();
        for (String each : all) {
            scene.delete(resourceKind, each);
        }
        all.forEach(each -> scene.untilGone(resourceKind, each));
    }
}
