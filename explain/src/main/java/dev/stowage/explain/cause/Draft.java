package dev.stowage.explain.cause;

import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A finding in the making.
public final class Draft {
    private final String situation;
    private final Weight weight;
    private final Part part;
    private final String verdict;
    private final List<Evidence> evidence = new ArrayList<>();
    private final List<Remedy> remedies = new ArrayList<>();
    private Actor actor = Actor.NOBODY;
    private Optional<Instant> since = Optional.empty();
    private Duration usual = Duration.ZERO;

    private Draft(String situation, Weight weight, Part part, String verdict) {
        this.situation = situation;
        this.weight = weight;
        this.part = part;
        this.verdict = verdict;
    }

    /// @param verdict one sentence: what is wrong, with which object
    public static Draft of(String situation, Weight weight, Part part, String verdict) {
        return new Draft(situation, weight, part, verdict);
    }

    public Draft actor(Actor who) {
        actor = who;
        return this;
    }

    /// @param text a field and its value
    public Draft shows(Thing object, String text) {
        evidence.add(Evidence.field(object, text));
        return this;
    }

    public Draft told(Heard heard) {
        evidence.add(heard.evidence());
        return this;
    }

    public Draft safe(String why, String command) {
        remedies.add(Remedy.safe(why, command));
        return this;
    }

    public Draft advice(String why) {
        remedies.add(Remedy.advice(why));
        return this;
    }

    /// @param risk what may be lost by it
    public Draft dangerous(String why, String command, String risk) {
        remedies.add(Remedy.dangerous(why, command, risk));
        return this;
    }

    /// @param pointer to a time of this object; nothing is known when there is none
    public Draft since(Thing object, String pointer) {
        since = object.time(pointer);
        return this;
    }

    public Draft since(Instant moment) {
        since = Optional.of(moment);
        return this;
    }

    public Draft usual(Duration duration) {
        usual = duration;
        return this;
    }

    public Optional<Finding> found() {
        return Optional.of(new Finding(situation, weight, part, verdict, actor, evidence, remedies, since, usual));
    }
}
