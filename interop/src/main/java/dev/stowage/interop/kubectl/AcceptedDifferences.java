package dev.stowage.interop.kubectl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Calls with intended differences: a call on one line, the reason indented on the next.
final class AcceptedDifferences {
    private final Map<String, String> reasons;

    private AcceptedDifferences(Map<String, String> reasons) {
        this.reasons = reasons;
    }

    static AcceptedDifferences read() {
        return parse(KubectlScript.resource("differences.txt"));
    }

    static AcceptedDifferences parse(String text) {
        Map<String, String> reasons = new LinkedHashMap<>();
        String call = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("$ ")) {
                call = line.substring(2).strip();
            } else if (line.startsWith("    ") && !call.isEmpty()) {
                reasons.merge(call, line.strip(), (one, more) -> one + " " + more);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalArgumentException("neither a call, a reason nor a comment: " + line);
            }
        }
        return new AcceptedDifferences(reasons);
    }

    Optional<String> reason(KubectlInvocation kubectlInvocation) {
        return Optional.ofNullable(reasons.get(kubectlInvocation.command()));
    }
}
