package dev.stowage.cli.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/// What came of a demo, for programs.
final class Document {

    private Document() {}

    /// @param of how many steps there are in all
    /// @param kubeconfig of a cluster that still runs; empty when it is gone
    static String of(List<Result> results, int of, String kubeconfig) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        boolean kept = results.size() == of && results.stream().allMatch(Result::isKept);
        document.put("kept", kept).put("steps", of);
        Duration sum = results.stream().map(Result::time).reduce(Duration.ZERO, Duration::plus);
        document.put("millis", sum.toMillis());
        if (!kubeconfig.isEmpty()) {
            document.put("kubeconfig", kubeconfig);
        }
        ArrayNode all = document.putArray("results");
        for (Result result : results) {
            ObjectNode one = all.addObject();
            one.put("name", result.step().name()).put("promise", result.step().promise());
            one.put("kept", result.isKept()).put("millis", result.time().toMillis());
            if (result.isKept()) {
                one.put("evidence", result.evidence());
            }
            result.failure()
                    .ifPresent(
                            failure -> one.put("expected", failure.expected()).put("seen", failure.seen()));
        }
        return document.toPrettyString();
    }
}
