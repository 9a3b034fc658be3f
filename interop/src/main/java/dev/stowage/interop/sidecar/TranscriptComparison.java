package dev.stowage.interop.sidecar;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.IndentedBlocks;
import dev.stowage.interop.suite.TextDifference;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compares transcripts with the stored ones, which are ours. Where the Go sidecars differ, `differences.txt` has
/// the lines and the reason.
///
/// @param rewrite whether to store our transcripts; those of the Go sidecar while ours cannot run the scenario
/// @param differences by scenario: `- ` before a line that only upstream has, `+ ` before one that only ours has,
///     `~ ` before one that upstream has sometimes
/// @param pending by scenario: why ours cannot run it yet
record TranscriptComparison(boolean rewrite, Map<String, List<String>> differences, Map<String, String> pending) {

    private static final int SHOWN = 60;

    static TranscriptComparison read(boolean rewrite) {
        Map<String, String> pending = new LinkedHashMap<>();
        IndentedBlocks.in(TranscriptFiles.text("pending").orElse(""))
                .forEach((name, lines) -> pending.put(name, String.join(" ", lines)));
        return new TranscriptComparison(
                rewrite, IndentedBlocks.in(TranscriptFiles.text("differences").orElse("")), pending);
    }

    Optional<String> pending(SidecarScenario sidecarScenario) {
        return Optional.ofNullable(pending.get(sidecarScenario.name()));
    }

    CheckResult of(String name, SidecarScenario sidecarScenario, SidecarSubject subject, String text)
            throws IOException {
        if (rewrite
                && (subject instanceof SidecarSubject.Stowage
                        || pending(sidecarScenario).isPresent())) {
            TranscriptFiles.rewrite(sidecarScenario.name(), TranscriptFilter.withoutLate(text));
            return CheckResult.passed(name);
        }
        Optional<String> kept = TranscriptFiles.text(sidecarScenario.name());
        if (kept.isEmpty()) {
            return CheckResult.failed(name, "no stored transcript (--rewrite stores this one):\n" + text);
        }
        boolean ours = subject instanceof SidecarSubject.Stowage;
        List<String> seen = ours
                ? lines(TranscriptFilter.withoutLate(text), kept.get())
                : lines(TranscriptFilter.withoutRepeats(text), TranscriptFilter.withoutRepeats(kept.get()));
        List<String> listed = ours ? List.of() : differences.getOrDefault(sidecarScenario.name(), List.of());
        seen = seen.stream()
                .filter(line -> !listed.contains("~" + line.substring(1)))
                .toList();
        List<String> wanted =
                listed.stream().filter(line -> !line.startsWith("~")).toList();
        if (seen.equals(wanted)) {
            return CheckResult.passed(name);
        }
        List<String> shown = seen.size() > SHOWN ? seen.subList(0, SHOWN) : seen;
        return CheckResult.failed(
                name,
                "differs from the stored transcript (- now, + stored)"
                        + (wanted.isEmpty() ? "" : ", and not as differences.txt lists it")
                        + ":\n     " + String.join("\n     ", shown));
    }

    private static List<String> lines(String now, String kept) {
        return TextDifference.between(now, kept).stream()
                .map(each -> (each.first() ? "- " : "+ ") + each.line())
                .toList();
    }
}
