package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.suite.SuiteChecks;
import java.time.Duration;
import java.util.List;

/// Whether the real controllers and the real scheduler work with an API server.
record ControllerChecks(Kubectl kubectl) {
    private static final Duration SOON = Duration.ofMinutes(2);

    void run(SuiteChecks checks) throws InterruptedException {
        checks.holds("a namespace gets its service account", kubectl::awaitServiceAccount);
        checks.holds(
                "a namespace gets the CA certificate",
                () -> becomes("ConfigMap", "get", "cm", "kube-root-ca.crt", "-o", "jsonpath={.kind}"));
        checks.holds("a deleted namespace is emptied and removed", this::namespaceGoes);
        checks.holds("orphans are garbage-collected", this::orphanIsCollected);
        checks.holds("a Deployment gets its ReplicaSet and pods", this::deploymentIsFilled);
        checks.holds("the real binder binds a volume to a claim", this::claimIsBound);
        checks.holds("an ephemeral claim is created for a pod", this::ephemeralClaimIsMade);
        checks.holds("the real scheduler assigns a pod to a node", this::podIsScheduled);
    }

    private void namespaceGoes() throws Exception {
        kubectl.output("create", "namespace", "going");
        kubectl.output("create", "configmap", "inside", "-n", "going");
        kubectl.output("delete", "namespace", "going", "--timeout=120s");
        becomes("", "get", "namespace", "going", "--ignore-not-found", "-o", "name");
    }

    private void orphanIsCollected() throws Exception {
        kubectl.output("create", "configmap", "owner");
        String uid = kubectl.output("get", "cm", "owner", "-o", "jsonpath={.metadata.uid}");
        kubectl.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: owned
                  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s}]
                """.formatted(uid));
        kubectl.output("delete", "cm", "owner");
        becomes("", "get", "cm", "owned", "--ignore-not-found", "-o", "name");
    }

    private void deploymentIsFilled() throws Exception {
        kubectl.output("create", "deployment", "filled", "--image=" + TestPod.IMAGE, "--replicas=2");
        Await.until(
                "two pods",
                SOON,
                List.of(),
                () -> kubectl.output("get", "pods", "-l", "app=filled", "-o", "name")
                                .lines()
                                .count()
                        == 2);
        kubectl.output("delete", "deployment", "filled", "--cascade=foreground", "--timeout=120s");
        becomes("", "get", "pods", "-l", "app=filled", "-o", "name");
    }

    private void claimIsBound() throws Exception {
        kubectl.apply("""
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: made}
                spec:
                  capacity: {storage: 1Gi}
                  accessModes: [ReadWriteOnce]
                  persistentVolumeReclaimPolicy: Retain
                  storageClassName: made
                  hostPath: {path: /tmp}
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: wanting}
                spec:
                  storageClassName: made
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 1Gi}}
                """);
        becomes("Bound", "get", "pvc", "wanting", "-o", "jsonpath={.status.phase}");
        becomes("Bound", "get", "pv", "made", "-o", "jsonpath={.status.phase}");
        kubectl.output("delete", "pvc", "wanting", "--timeout=120s");
        becomes("Released", "get", "pv", "made", "-o", "jsonpath={.status.phase}");
        kubectl.output("delete", "pv", "made", "--timeout=120s");
    }

    private void ephemeralClaimIsMade() throws Exception {
        kubectl.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: brief}
                spec:
                  containers: [{name: main, image: %s}]
                  volumes:
                  - name: scratch
                    ephemeral:
                      volumeClaimTemplate:
                        spec:
                          storageClassName: unserved
                          accessModes: [ReadWriteOnce]
                          resources: {requests: {storage: 1Mi}}
                """.formatted(TestPod.IMAGE));
        becomes("Pending", "get", "pvc", "brief-scratch", "-o", "jsonpath={.status.phase}");
        kubectl.output("delete", "pod", "brief", "--timeout=120s");
        becomes("", "get", "pvc", "brief-scratch", "--ignore-not-found", "-o", "name");
    }

    /// On a node without a kubelet: only the scheduler's decision matters.
    private void podIsScheduled() throws Exception {
        kubectl.apply("""
                apiVersion: v1
                kind: Node
                metadata: {name: paper}
                """);
        kubectl.output(
                "patch",
                "node",
                "paper",
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":{\"capacity\":{\"cpu\":\"4\",\"memory\":\"4Gi\",\"pods\":\"10\"},"
                        + "\"allocatable\":{\"cpu\":\"4\",\"memory\":\"4Gi\",\"pods\":\"10\"},"
                        + "\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        kubectl.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: placed}
                spec:
                  nodeSelector: {kubernetes.io/hostname: paper}
                  tolerations: [{operator: Exists}]
                  containers: [{name: main, image: %s}]
                """.formatted(TestPod.IMAGE));
        kubectl.output("label", "node", "paper", "kubernetes.io/hostname=paper");
        becomes("paper", "get", "pod", "placed", "-o", "jsonpath={.spec.nodeName}");
        kubectl.output("delete", "pod", "placed", "--force", "--grace-period=0");
        kubectl.output("delete", "node", "paper");
    }

    private void becomes(String wanted, String... question) throws Exception {
        Await.until(
                "\"%s\" for \"%s\"".formatted(wanted, String.join(" ", question)),
                SOON,
                List.of(),
                () -> kubectl.output(question).equals(wanted));
    }
}
