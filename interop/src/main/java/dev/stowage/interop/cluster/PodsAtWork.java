package dev.stowage.interop.cluster;

import dev.stowage.interop.program.Await;
import dev.stowage.interop.suite.Questions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Whether a node runs the pods of its API server. Leaves one running, named `long`.
record PodsAtWork(Kubectl kubectl) {
    private static final Duration SOON = Duration.ofMinutes(2);

    void ask(Questions questions) throws InterruptedException {
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
    }

    private void awaitPhase(String pod, String phase) throws IOException, InterruptedException {
        Await.until(
                "phase " + phase + " of pod " + pod,
                SOON,
                List.of(),
                () -> kubectl.ask("get", "pod", pod, "-o", "jsonpath={.status.phase}")
                        .equals(phase));
    }
}
