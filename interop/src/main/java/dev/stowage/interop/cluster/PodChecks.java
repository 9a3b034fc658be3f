package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Whether a node runs the pods of its API server. Leaves one running, named `long`.
record PodChecks(Kubectl kubectl) {
    private static final Duration SOON = Duration.ofMinutes(2);

    void run(SuiteChecks checks) throws InterruptedException {
        checks.holds("a pod runs to completion", () -> {
            kubectl.apply(TestPod.manifest("short", "echo hello from the pod"));
            awaitPhase("short", "Succeeded");
        });
        checks.equal("kubectl logs shows its output", "hello from the pod", () -> kubectl.output("logs", "short"));
        checks.equal("kubectl exec runs in a running pod", "long", () -> {
            kubectl.apply(TestPod.manifest("long", "sleep infinity"));
            awaitPhase("long", "Running");
            return kubectl.output("exec", "long", "--", "hostname");
        });
    }

    private void awaitPhase(String pod, String phase) throws IOException, InterruptedException {
        Await.until(
                "phase " + phase + " of pod " + pod,
                SOON,
                List.of(),
                () -> kubectl.output("get", "pod", pod, "-o", "jsonpath={.status.phase}")
                        .equals(phase));
    }
}
