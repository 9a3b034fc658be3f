package dev.stowage.interop.kubectl;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.TextDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The results of the same call on two servers.
final class OutputComparison {
    private static final int SHOWN = 24;

    private OutputComparison() {}

    static CheckResult of(
            KubectlInvocation kubectlInvocation,
            NormalizedOutput theirs,
            NormalizedOutput ours,
            AcceptedDifferences known) {
        String name = "line %d: kubectl %s".formatted(kubectlInvocation.line(), kubectlInvocation.command());
        Optional<String> reason = known.reason(kubectlInvocation);
        if (theirs.equals(ours)) {
            return reason.isPresent()
                    ? CheckResult.failed(
                            name,
                            "the answers are equal, but listed as different (remove the line from differences.txt)")
                    : CheckResult.passed(name);
        }
        return reason.map(why -> CheckResult.skipped(name, "differs: " + why))
                .orElseGet(() -> CheckResult.failed(name, difference(theirs, ours)));
    }

    static String difference(NormalizedOutput theirs, NormalizedOutput ours) {
        List<String> lines = new ArrayList<>();
        if (theirs.exit() != ours.exit()) {
            lines.add("exit status: kube-apiserver %d, ours %d".formatted(theirs.exit(), ours.exit()));
        }
        lines.addAll(lines("out", theirs.out(), ours.out()));
        lines.addAll(lines("err", theirs.err(), ours.err()));
        List<String> shown = lines.size() > SHOWN ? lines.subList(0, SHOWN) : lines;
        return String.join("\n     ", shown) + (lines.size() > SHOWN ? "\n     …" : "");
    }

    private static List<String> lines(String stream, String theirs, String ours) {
        return TextDifference.between(theirs, ours).stream()
                .map(each -> stream + (each.first() ? " kube-apiserver: " : " ours:           ") + each.line())
                .toList();
    }
}
