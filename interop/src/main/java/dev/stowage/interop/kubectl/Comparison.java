package dev.stowage.interop.kubectl;

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

    /// The lines that only one of them has, in order, by their longest common subsequence.
    private static List<String> lines(String stream, String theirs, String ours) {
        List<String> a = theirs.lines().toList();
        List<String> b = ours.lines().toList();
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
                i++;
                j++;
            } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(stream + " kube-apiserver: " + a.get(i++));
            } else {
                lines.add(stream + " ours:           " + b.get(j++));
            }
        }
        return lines;
    }
}
