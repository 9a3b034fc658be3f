package dev.stowage.explain.cause;

import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A finding in the making.
public final class FindingBuilder {
    private final String situation;
    private final FindingRank findingRank;
    private final LinkKind part;
    private final String verdict;
    private final List<Evidence> evidence = new ArrayList<>();
    private final List<Remedy> remedies = new ArrayList<>();
    private ResponsibleParty responsibleParty = ResponsibleParty.NOBODY;
    private Optional<Instant> since = Optional.empty();
    private Duration usual = Duration.ZERO;

    private FindingBuilder(String situation, FindingRank findingRank, LinkKind part, String verdict) {
        this.situation = situation;
        this.findingRank = findingRank;
        this.part = part;
        this.verdict = verdict;
    }

    /// @param verdict one sentence: the problem, and the object that has it
    public static FindingBuilder of(String situation, FindingRank findingRank, LinkKind part, String verdict) {
        return new FindingBuilder(situation, findingRank, part, verdict);
    }

    public FindingBuilder actor(ResponsibleParty who) {
        responsibleParty = who;
        return this;
    }

    /// @param text a field and its value
    public FindingBuilder evidence(KubeResource object, String text) {
        evidence.add(Evidence.field(object, text));
        return this;
    }

    public FindingBuilder event(ObservedEvent observedEvent) {
        evidence.add(observedEvent.evidence());
        return this;
    }

    public FindingBuilder safe(String why, String command) {
        remedies.add(Remedy.safe(why, command));
        return this;
    }

    public FindingBuilder advice(String why) {
        remedies.add(Remedy.advice(why));
        return this;
    }

    /// @param risk what may be lost by it
    public FindingBuilder dangerous(String why, String command, String risk) {
        remedies.add(Remedy.dangerous(why, command, risk));
        return this;
    }

    /// @param pointer to a time of this object; nothing is known when there is none
    public FindingBuilder since(KubeResource object, String pointer) {
        since = object.time(pointer);
        return this;
    }

    public FindingBuilder since(Instant moment) {
        since = Optional.of(moment);
        return this;
    }

    public FindingBuilder usual(Duration duration) {
        usual = duration;
        return this;
    }

    public Optional<Finding> build() {
        return Optional.of(
                new Finding(situation, findingRank, part, verdict, responsibleParty, evidence, remedies, since, usual));
    }
}
