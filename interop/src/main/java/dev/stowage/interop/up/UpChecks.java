package dev.stowage.interop.up;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What users do with kubectl on a laptop.
///
/// @param data the data directory
record UpChecks(Kubectl kubectl, Path data) {
    private static final Duration SOON = Duration.ofMinutes(2);

    void run(SuiteChecks checks) throws InterruptedException {
        checks.equal(
                "the nodes are ready",
                "True True",
                () -> kubectl.output(
                        "get", "nodes", "-o", "jsonpath={.items[*].status.conditions[?(@.type==\"Ready\")].status}"));
        for (String storage : List.of("stowage", "stowage-now", "stowage-btrfs", "stowage-folder", "stowage-disk")) {
            lifeOf(storage, checks);
        }
        checks.holds("pods on both nodes write a volume of class stowage-shared", this::share);
        checks.holds("the snapshot classes and volume attributes classes exist", () -> {
            String names = kubectl.output("get", "volumesnapshotclasses,volumeattributesclasses", "-o", "name");
            if (names.lines().count() != 6) {
                throw new IOException("found: " + names);
            }
        });
        checks.holds("a volume of class image-xfs is expanded while in use", this::grow);
        checks.holds("a volume of class stowage-disk moves to the other node", this::move);
        checks.holds("a Deployment creates pods", () -> {
            kubectl.output("create", "deployment", "web", "--image=none", "--replicas=2", "--", "sleep", "1000");
            kubectl.output("rollout", "status", "deployment/web", "--timeout=120s");
            kubectl.output("delete", "deployment", "web");
        });
        checks.holds("everything that was deleted disappears", () -> {
            Await.until(
                    "the end of all pods",
                    SOON,
                    List.of(),
                    () -> kubectl.output("get", "pods,pvc,pv", "-o", "name").isEmpty());
            Await.until("the end of all volumes", SOON, List.of(), () -> ofPods().isEmpty());
        });
    }

    private void lifeOf(String storage, SuiteChecks checks) throws InterruptedException {
        checks.holds("a pod with a claim of class " + storage + " runs", () -> {
            kubectl.apply(pod(storage, storage, storage, "echo hello > /data/file; cat /data/file; sleep 1000"));
            awaitRunning(storage);
        });
        checks.holds(
                "kubectl logs shows the output (" + storage + ")",
                () -> Await.until(
                        "the line in the log",
                        SOON,
                        List.of(),
                        () -> kubectl.output("logs", storage).equals("hello")));
        checks.equal(
                "kubectl exec finds the file (" + storage + ")",
                "hello",
                () -> kubectl.output("exec", storage, "--", "cat", "/data/file"));
        checks.holds("the pod and the claim are deleted (" + storage + ")", () -> remove(storage));
    }

    /// With XFS, which every kernel can expand while mounted; ext4 needs a capability that root may lack here.
    private void grow() throws IOException, InterruptedException {
        kubectl.apply("""
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: image-xfs}
                provisioner: local.stowage.dev
                parameters: {pool: images, csi.storage.k8s.io/fstype: xfs}
                volumeBindingMode: WaitForFirstConsumer
                allowVolumeExpansion: true
                """);
        kubectl.apply(pod("grows", "grows", "image-xfs", "sleep 1000").replace("storage: 64Mi", "storage: 320Mi"));
        awaitRunning("grows");
        long before = size("grows");
        kubectl.output(
                "patch", "pvc", "grows", "-p", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"400Mi\"}}}}");
        Await.until("growth", SOON, List.of(), () -> size("grows") > before);
        remove("grows");
    }

    private void move() throws IOException, InterruptedException {
        kubectl.apply(onNode("moves", "node-1", "echo here > /data/file; sleep 1000"));
        awaitRunning("moves");
        Await.until("the file", SOON, List.of(), () -> read("moves").equals("here"));
        kubectl.output("delete", "pod", "moves");
        kubectl.apply(onNode("moves", "node-2", "sleep 1000"));
        awaitRunning("moves");
        if (!read("moves").equals("here")) {
            throw new IOException("the file is missing on the other node: " + read("moves"));
        }
        remove("moves");
    }

    private void share() throws IOException, InterruptedException {
        kubectl.apply(at("node-1", pod("one", "both", "stowage-shared", "echo one > /data/file; sleep 1000"))
                .replace("ReadWriteOnce", "ReadWriteMany"));
        awaitRunning("one");
        kubectl.apply(at("node-2", pod("two", "both", "stowage-shared", "sleep 1000"))
                .replace("ReadWriteOnce", "ReadWriteMany"));
        awaitRunning("two");
        Await.until("the other's file", SOON, List.of(), () -> read("two").equals("one"));
        kubectl.output("delete", "pod", "one", "two", "--timeout=120s");
        kubectl.output("delete", "pvc", "both", "--timeout=120s");
    }

    private static String onNode(String name, String node, String command) {
        return at(node, pod(name, name, "stowage-disk", command));
    }

    private static String at(String node, String pod) {
        return pod.replace(
                "  terminationGracePeriodSeconds",
                "  nodeSelector: {kubernetes.io/hostname: " + node + "}\n  terminationGracePeriodSeconds");
    }

    private String read(String pod) throws IOException, InterruptedException {
        return kubectl.output("exec", pod, "--", "cat", "/data/file");
    }

    private long size(String pod) throws IOException, InterruptedException {
        return Long.parseLong(kubectl.output("exec", pod, "--", "stat", "-f", "-c", "%b", "/data"));
    }

    private void remove(String name) throws IOException, InterruptedException {
        kubectl.output("delete", "pod", name, "--timeout=120s");
        kubectl.output("delete", "pvc", name, "--timeout=120s");
    }

    private void awaitRunning(String pod) throws IOException, InterruptedException {
        kubectl.output("wait", "--for=condition=Ready", "--timeout=120s", "pod/" + pod);
    }

    /// The files of pods and staged volumes. The pools of the drivers stay, and the directory of each node is a
    /// mount while it runs.
    private List<Path> ofPods() throws IOException {
        Path nodes = data.resolve("nodes");
        return MountPoints.beneath(nodes).stream()
                .filter(point -> !nodes.equals(point.getParent()))
                .toList();
    }

    static String pod(String name, String claim, String storage, String command) {
        return """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %2$s}
                spec:
                  storageClassName: %3$s
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 64Mi}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s}
                spec:
                  terminationGracePeriodSeconds: 1
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, '%4$s']
                    volumeMounts: [{name: data, mountPath: /data}]
                  volumes: [{name: data, persistentVolumeClaim: {claimName: %2$s}}]
                """.formatted(name, claim, storage, command);
    }
}
