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

/// The harness itself before everything that relies on it: a real control plane comes up, works and goes.
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
        return ControlPlane.JUDGES;
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
        checks.holds("the API server calls itself by the version it was built from", () -> {
            String said = kubectl.output("get", "--raw", "/version");
            if (!said.contains("\"" + ReferenceProgram.KUBE_APISERVER.version() + "\"")) {
                throw new AssertionError("it says " + said);
            }
        });
        checks.equal("a ConfigMap comes back as it was made", "text", () -> {
            kubectl.run("create", "configmap", "kept", "--from-literal=key=text")
                    .orThrow();
            return kubectl.output("get", "configmap", "kept", "-o", "jsonpath={.data.key}");
        });
        checks.holds("the controller manager gives the namespace its service account", kubectl::awaitServiceAccount);
        checks.holds("a claim that nobody serves is Pending, and the binder says so", () -> {
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
        checks.holds("the scheduler says why a pod has no node", () -> {
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
