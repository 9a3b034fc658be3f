package dev.stowage.explain;

import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Situations;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Chain;
import dev.stowage.explain.strand.State;
import dev.stowage.explain.strand.Strand;
import dev.stowage.explain.strand.Strands;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Looks for every known situation in every volume of what was asked about, and tells the one that explains most first.
public final class Explainer {
    /// The cause that the others follow from comes first: how sure it is, then how early in the chain, then the newest.
    private static final Comparator<Finding> ORDER = Comparator.comparing(Finding::weight)
            .thenComparing(Finding::part)
            .thenComparing(finding -> finding.since().orElse(Instant.EPOCH), Comparator.reverseOrder());

    private final List<Situation> situations;

    public Explainer() {
        this(Situations.ALL);
    }

    Explainer(List<Situation> situations) {
        this.situations = List.copyOf(situations);
    }

    /// @throws IllegalArgumentException when the subject is nothing that volumes hang on
    public Explanation explain(Picture picture, Thing subject) {
        List<Case> cases = new ArrayList<>();
        List<Strand> strands = new Strands(picture).of(subject);
        for (Strand strand : strands) {
            for (Situation situation : situations) {
                situation.in(strand).ifPresent(finding -> cases.add(new Case(strand, finding)));
            }
        }
        if (cases.stream().allMatch(each -> each.finding().weight() == Weight.UMBRELLA)) {
            for (Strand strand : strands) {
                ByChain.of(strand).ifPresent(finding -> cases.add(new Case(strand, finding)));
            }
        }
        cases.sort(Comparator.comparing(Case::finding, ORDER));
        return new Explanation(picture, subject, chain(strands, cases).links(), findings(cases));
    }

    /// A finding, and the volume that it is about.
    private record Case(Strand strand, Finding finding) {}

    /// What hits all volumes of a pod alike is told once.
    private static List<Finding> findings(List<Case> cases) {
        Set<String> told = new HashSet<>();
        return cases.stream()
                .map(Case::finding)
                .filter(finding -> told.add(finding.situation() + "\n" + finding.verdict()))
                .toList();
    }

    private static Chain chain(List<Strand> strands, List<Case> cases) {
        if (cases.isEmpty()) {
            return Chain.of(strands.getFirst());
        }
        Case worst = cases.getFirst();
        Finding finding = worst.finding();
        State state = finding.weight() == Weight.WAITING ? State.WAITING : State.BROKEN;
        return Chain.of(worst.strand())
                .with(finding.part(), state, finding.situation().replace('-', ' '));
    }
}
