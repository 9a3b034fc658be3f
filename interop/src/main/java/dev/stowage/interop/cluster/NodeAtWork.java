package dev.stowage.interop.cluster;

import dev.stowage.interop.program.Await;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Questions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Whether a real kubelet with containerd runs pods of an API server.
record NodeAtWork(ControlPlane plane) {
    private static final Duration SOON = Duration.ofSeconds(60);

    void ask(Bench bench, Questions questions) throws IOException, InterruptedException {
        Kubectl kubectl = plane.kubectl();
        questions.holds("a real kubelet joins and becomes ready", () -> RealNode.start(bench, plane));
        questions.holds("a pod runs to its end", () -> {
            kubectl.apply(TestPod.manifest("short", "echo hello from the pod"));
            awaitPhase("short", "Succeeded");
        });
        questions.equal("kubectl logs shows what it said", "hello from the pod", () -> kubectl.ask("logs", "short"));
        questions.equal("kubectl exec runs in a running pod", "long", () -> {
            kubectl.apply(TestPod.manifest("long", "sleep infinity"));
            awaitPhase("long", "Running");
            return kubectl.ask("exec", "long", "--", "hostname");
        });
        questions.holds("a pod ends when it is deleted", () -> kubectl.ask("delete", "pod", "long", "--timeout=60s"));
    }

    private void awaitPhase(String pod, String phase) throws IOException, InterruptedException {
        Await.until(
                "phase " + phase + " of pod " + pod,
                SOON,
                List.of(),
                () -> plane.kubectl()
                        .ask("get", "pod", pod, "-o", "jsonpath={.status.phase}")
                        .equals(phase));
    }
}
