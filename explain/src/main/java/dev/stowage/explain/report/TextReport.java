package dev.stowage.explain.report;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Evidence;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.flags.TerminalColors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The report for people: the verdict, who needs to act, the chain, the evidence, and what to do.
public final class TextReport {
    private final Explanation answer;
    private final TerminalColors paint;
    private final StringBuilder text = new StringBuilder();

    private TextReport(Explanation answer, TerminalColors paint) {
        this.answer = answer;
        this.paint = paint;
    }

    public static String of(Explanation answer, TerminalColors paint) {
        return new TextReport(answer, paint).write();
    }

    private String write() {
        Optional<Finding> first = answer.first();
        head();
        text.append('\n').append(new ChainText(answer.chain(), first.map(Finding::link), paint));
        first.ifPresent(finding -> {
            evidence(finding.evidence());
            remedies(finding.remedies());
        });
        others(answer.findings().stream().skip(1).toList());
        unseen();
        return text.toString();
    }

    private void head() {
        Optional<Finding> first = answer.first();
        KubeResource subject = answer.subject();
        String where = subject.namespace().isEmpty() ? "" : " in " + subject.namespace();
        line(paint.strong(SanitizedText.of(subject.title() + where)) + ": " + mark());
        line(SanitizedText.of(first.map(Finding::verdict).orElse("No problem with its volumes was found.")));
        first.ifPresent(finding -> {
            line("Who needs to act: " + finding.responsibleParty().text() + ".");
            time(finding).ifPresent(this::line);
        });
    }

    private String mark() {
        if (answer.isWrong()) {
            return paint.bad("problem found");
        }
        return answer.findings().isEmpty() ? paint.good("ok") : paint.warn("waiting (expected)");
    }

    private Optional<String> time(Finding finding) {
        Instant now = answer.clusterState().taken();
        String usual = finding.usual().isZero()
                ? "it does not resolve itself"
                : "usually it takes " + HumanDuration.of(finding.usual()) + " or less";
        return finding.since()
                .map(since -> "For " + HumanDuration.of(Duration.between(since, now)) + "; " + usual + ".");
    }

    private void evidence(List<Evidence> all) {
        if (all.isEmpty()) {
            return;
        }
        title("Evidence");
        for (Evidence each : all) {
            String often = each.count() > 1 ? ", " + each.count() + " times" : "";
            String told =
                    each.count() > 0 ? paint.faint(" (" + HumanDuration.of(each.age()) + " ago" + often + ")") : "";
            line("  " + SanitizedText.of(each.where()) + "  " + SanitizedText.of(each.text()) + told);
        }
    }

    private void remedies(List<Remedy> all) {
        if (all.isEmpty()) {
            return;
        }
        title("What to do");
        for (Remedy each : all) {
            if (each.isDangerous()) {
                line("  " + paint.bad("DANGEROUS") + " " + SanitizedText.of(each.why()));
                line("    " + paint.warn("Risk: " + SanitizedText.of(each.risk())));
            } else {
                line("  " + SanitizedText.of(each.why()));
            }
            if (!each.command().isEmpty()) {
                line("    " + SanitizedText.of(each.command()));
            }
        }
    }

    private void others(List<Finding> rest) {
        if (rest.isEmpty()) {
            return;
        }
        title("Also");
        rest.forEach(finding -> line("  " + SanitizedText.of(finding.verdict())));
    }

    private void unseen() {
        if (answer.clusterState().notListed().isEmpty()) {
            return;
        }
        String sorts = answer.clusterState().notListed().entrySet().stream()
                .map(each -> each.getKey().plural() + " (" + each.getValue() + ")")
                .sorted()
                .collect(Collectors.joining(", "));
        text.append('\n');
        line(paint.faint("Not read: " + SanitizedText.of(sorts)));
    }

    private void title(String words) {
        text.append('\n');
        line(paint.strong(words));
    }

    private void line(String words) {
        text.append(words).append('\n');
    }
}
