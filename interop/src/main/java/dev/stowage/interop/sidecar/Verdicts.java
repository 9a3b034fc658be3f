package dev.stowage.interop.sidecar;

import dev.stowage.interop.suite.Blocks;
import dev.stowage.interop.suite.LineDifference;
import dev.stowage.interop.suite.Outcome;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compares transcripts with what is kept. Kept is what ours do; where the Go sidecars do otherwise, `differences.txt`
/// has the lines and the reason.
///
/// @param rewrite whether ours are kept from now on; theirs, as long as ours cannot play the scenario
/// @param differences by scenario: `- ` before a line that only theirs have, `+ ` before one that only ours have, `~ `
/// before one that theirs have at times
/// @param pending by scenario: why ours cannot play it yet
record Verdicts(boolean rewrite, Map<String, List<String>> differences, Map<String, String> pending) {

    private static final int SHOWN = 60;

    static Verdicts read(boolean rewrite) {
        Map<String, String> pending = new LinkedHashMap<>();
        Blocks.in(Kept.text("pending").orElse("")).forEach((name, lines) -> pending.put(name, String.join(" ", lines)));
        return new Verdicts(rewrite, Blocks.in(Kept.text("differences").orElse("")), pending);
    }

    Optional<String> pending(Scenario scenario) {
        return Optional.ofNullable(pending.get(scenario.name()));
    }

    Outcome of(String name, Scenario scenario, Cast cast, String text) throws IOException {
        if (rewrite && (cast instanceof Cast.Ours || pending(scenario).isPresent())) {
            Kept.rewrite(scenario.name(), Stutter.withoutLate(text));
            return Outcome.passed(name);
        }
        Optional<String> kept = Kept.text(scenario.name());
        if (kept.isEmpty()) {
            return Outcome.failed(name, "nothing is kept for it; --rewrite keeps what ours do. Now it was:\n" + text);
        }
        boolean ours = cast instanceof Cast.Ours;
        List<String> seen = ours
                ? lines(Stutter.withoutLate(text), kept.get())
                : lines(Stutter.removed(text), Stutter.removed(kept.get()));
        List<String> listed = ours ? List.of() : differences.getOrDefault(scenario.name(), List.of());
        seen = seen.stream()
                .filter(line -> !listed.contains("~" + line.substring(1)))
                .toList();
        List<String> wanted =
                listed.stream().filter(line -> !line.startsWith("~")).toList();
        if (seen.equals(wanted)) {
            return Outcome.passed(name);
        }
        List<String> shown = seen.size() > SHOWN ? seen.subList(0, SHOWN) : seen;
        return Outcome.failed(
                name,
                "differs from what is kept (- now, + kept)"
                        + (wanted.isEmpty() ? "" : ", and not in the way that is listed")
                        + ":\n     " + String.join("\n     ", shown));
    }

    private static List<String> lines(String now, String kept) {
        return LineDifference.between(now, kept).stream()
                .map(each -> (each.first() ? "- " : "+ ") + each.line())
                .toList();
    }
}
