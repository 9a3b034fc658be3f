package dev.stowage.cli.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/// The result of a demo, for programs.
final class DemoJsonReport {

    private DemoJsonReport() {}

    /// @param of the total number of steps
    /// @param kubeconfig of a cluster that is still running; otherwise empty
    static String of(List<StepResult> results, int of, String kubeconfig) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        boolean kept = results.size() == of && results.stream().allMatch(StepResult::isPassed);
        document.put("kept", kept).put("steps", of);
        Duration sum = results.stream().map(StepResult::time).reduce(Duration.ZERO, Duration::plus);
        document.put("millis", sum.toMillis());
        if (!kubeconfig.isEmpty()) {
            document.put("kubeconfig", kubeconfig);
        }
        ArrayNode all = document.putArray("results");
        for (StepResult stepResult : results) {
            ObjectNode one = all.addObject();
            one.put("name", stepResult.demoStep().name())
                    .put("promise", stepResult.demoStep().expectation());
            one.put("kept", stepResult.isPassed())
                    .put("millis", stepResult.time().toMillis());
            if (stepResult.isPassed()) {
                one.put("evidence", stepResult.evidence());
            }
            stepResult
                    .failure()
                    .ifPresent(
                            failure -> one.put("expected", failure.expected()).put("seen", failure.actual()));
        }
        return document.toPrettyString();
    }
}
