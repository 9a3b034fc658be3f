package dev.stowage.interop.cluster;

import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
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
    public Set<Judge> judges() {
        return ControlPlane.JUDGES;
    }

    @Override
    public Set<DebianPackage> packages() {
        return ControlPlane.PACKAGES;
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        Kubectl kubectl = ControlPlane.start(bench, ControlPlane.Parts.ALL).kubectl();
        bench.say("the API server is ready");
        Questions questions = new Questions();
        questions.holds("the API server calls itself by the version it was built from", () -> {
            String said = kubectl.ask("get", "--raw", "/version");
            if (!said.contains("\"" + Judge.KUBE_APISERVER.version() + "\"")) {
                throw new AssertionError("it says " + said);
            }
        });
        questions.equal("a ConfigMap comes back as it was made", "text", () -> {
            kubectl.run("create", "configmap", "kept", "--from-literal=key=text")
                    .orThrow();
            return kubectl.ask("get", "configmap", "kept", "-o", "jsonpath={.data.key}");
        });
        questions.holds("the controller manager gives the namespace its service account", kubectl::awaitServiceAccount);
        questions.holds("a claim that nobody serves is Pending, and the binder says so", () -> {
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
                    () -> kubectl.ask("get", "events", "-o", "jsonpath={.items[*].reason}")
                            .contains("FailedBinding"));
            if (!kubectl.ask("get", "pvc", "unserved", "-o", "jsonpath={.status.phase}")
                    .equals("Pending")) {
                throw new AssertionError("the claim is not Pending");
            }
        });
        questions.holds("the scheduler says why a pod has no node", () -> {
            kubectl.apply(TestPod.manifest("homeless", "true"));
            Await.until(
                    "the scheduler's event",
                    SOON,
                    List.of(),
                    () -> kubectl.ask("get", "events", "-o", "jsonpath={.items[*].reason}")
                            .contains("FailedScheduling"));
        });
        return questions.outcomes();
    }
}
