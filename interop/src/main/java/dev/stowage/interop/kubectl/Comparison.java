package dev.stowage.interop.kubectl;

import dev.stowage.interop.suite.LineDifference;
import dev.stowage.interop.suite.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What two servers made of the same call.
final class Comparison {
    private static final int SHOWN = 24;

    private Comparison() {}

    static Outcome of(Step step, Answer theirs, Answer ours, KnownDifferences known) {
        String name = "line %d: kubectl %s".formatted(step.line(), step.command());
        Optional<String> reason = known.reason(step);
        if (theirs.equals(ours)) {
            return reason.isPresent()
                    ? Outcome.failed(name, "is answered alike, but listed as different: take it off the list")
                    : Outcome.passed(name);
        }
        return reason.map(why -> Outcome.skipped(name, "differs: " + why))
                .orElseGet(() -> Outcome.failed(name, difference(theirs, ours)));
    }

    static String difference(Answer theirs, Answer ours) {
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
        return LineDifference.between(theirs, ours).stream()
                .map(each -> stream + (each.first() ? " kube-apiserver: " : " ours:           ") + each.line())
                .toList();
    }
}
