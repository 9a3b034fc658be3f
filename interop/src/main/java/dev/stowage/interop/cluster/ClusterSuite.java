package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Tests the harness itself: a real control plane starts, works and stops.
public final class ClusterSuite implements Suite {

    private static final Duration SOON = Duration.ofMinutes(3);

    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public String summary() {
        return "etcd, kube-apiserver, kube-controller-manager and kube-scheduler start, serve kubectl and stop.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return ControlPlane.PROGRAMS;
    }

    @Override
    public Set<DebianPackage> packages() {
        return ControlPlane.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        Kubectl kubectl = ControlPlane.start(workspace, ControlPlane.Parts.ALL).kubectl();
        workspace.report("the API server is ready");
        SuiteChecks checks = new SuiteChecks();
        checks.holds("the API server reports the version it was built from", () -> {
            String said = kubectl.output("get", "--raw", "/version");
            if (!said.contains("\"" + ReferenceProgram.KUBE_APISERVER.version() + "\"")) {
                throw new AssertionError("it reports " + said);
            }
        });
        checks.equal("a ConfigMap is read back unchanged", "text", () -> {
            kubectl.run("create", "configmap", "kept", "--from-literal=key=text")
                    .orThrow();
            return kubectl.output("get", "configmap", "kept", "-o", "jsonpath={.data.key}");
        });
        checks.holds(
                "the controller manager creates the service account of the namespace", kubectl::awaitServiceAccount);
        checks.holds("a claim without a provisioner stays Pending, and an event says why", () -> {
            kubectl.apply("""
                    apiVersion: v1
                    kind: PersistentVolumeClaim
                    metadata: {name: unserved}
                    spec:
                      accessModes: [ReadWriteOnce]
                      resources: {requests: {storage: 1Mi}}
                    """);
            Await.until(
                    "the binder's event",
                    SOON,
                    List.of(),
                    () -> kubectl.output("get", "events", "-o", "jsonpath={.items[*].reason}")
                            .contains("FailedBinding"));
            if (!kubectl.output("get", "pvc", "unserved", "-o", "jsonpath={.status.phase}")
                    .equals("Pending")) {
                throw new AssertionError("the claim is not Pending");
            }
        });
        checks.holds("an event says why a pod is not scheduled", () -> {
            kubectl.apply(TestPod.manifest("homeless", "true"));
            Await.until(
                    "the scheduler's event",
                    SOON,
                    List.of(),
                    () -> kubectl.output("get", "events", "-o", "jsonpath={.items[*].reason}")
                            .contains("FailedScheduling"));
        });
        return checks.results();
    }
}
