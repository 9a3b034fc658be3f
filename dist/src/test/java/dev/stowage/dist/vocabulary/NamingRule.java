package dev.stowage.dist.vocabulary;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Words that class names do not use, because another word is the standard one, and the names that may.
final class NamingRule {

    private static final Pattern HUMPS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    /// The word, and what a reader would search for.
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            instead("Informer, Informers, Reflector, Store", "Mirror", "Mirrors", "Follower", "Contents"),
            instead("ControllerManager, Lifecycle, Environment", "Workplace", "Life", "Surroundings"),
            instead("LeaderElection", "Election"),
            instead("XState", "Sight", "View", "Scene", "Seen", "Survey", "Known", "Situation", "Situations"),
            instead("XDecision", "Rule", "Rules", "Ascent", "Progress"),
            instead("XAction", "Act", "Acts", "Step", "Steps"),
            instead("XExecutor", "Hands"),
            instead("XWorker or XController", "Work", "Keeper", "Desk", "Carrying"),
            instead("XTriggers", "Wake", "Wakes", "Ears", "Watching", "Kin"),
            instead("constants in dev.stowage.k8s", "Names", "Marks", "Mark", "Contract"),
            instead("the thing itself, such as PendingOperations", "Memory", "Memories", "Ghosts", "Shelf", "Traces"),
            instead("XFlags or XOptions", "Line", "Plan"),
            instead("XProgram", "Launch", "Launcher", "Run"),
            instead("XException or XFailure", "Trouble", "Troubles", "Setback", "Mistake", "Wrong", "Obstacle"),
            instead("XMetrics", "Figures", "Measured", "Gauge"),
            instead("Subject, Scenario or Fixture", "Stage", "Play", "Plays", "Cast", "Workshop"),
            instead("Module, layer, reference program", "Room", "House", "Floor", "Judge", "Judges"),
            instead("KubeResource, ResourceKind, Event, VolumeChain, ChainLink", "Thing", "Sort", "Strand", "Knot"),
            instead("Event", "Happening", "Happenings"),
            instead("Desired, Actual", "Wish", "Wishes", "Want", "Wants", "Have"),
            instead("Repair", "Mend", "Mending"),
            instead("Training", "Rehearsal"),
            instead("Reporter, Writer, Message", "Telling", "Teller", "Saying", "Voice"));

    private record Allowed(Pattern names, String reason) {}

    private final List<Allowed> exceptions;

    /// @param exceptions patterns of `module.SimpleName` that use such a word in another sense, with the reason
    NamingRule(Map<String, String> exceptions) {
        this.exceptions = exceptions.entrySet().stream()
                .map(entry -> new Allowed(Pattern.compile(entry.getKey()), entry.getValue()))
                .toList();
    }

    private static Map.Entry<String, String> instead(String standard, String... words) {
        return Map.entry(String.join(" ", words), standard);
    }

    /// What is wrong with the name of a class, given as `module.SimpleName`, if anything.
    Optional<String> objection(String name) {
        return isAllowed(name)
                ? Optional.empty()
                : standardWord(name).map(word -> name + ": the standard word is " + word);
    }

    Stream<String> unusedExceptions(List<String> names) {
        return exceptions.stream()
                .filter(allowed -> names.stream()
                        .noneMatch(name -> standardWord(name).isPresent()
                                && allowed.names().matcher(name).matches()))
                .map(allowed -> allowed.names() + ": " + allowed.reason());
    }

    private boolean isAllowed(String name) {
        return exceptions.stream()
                .anyMatch(allowed -> allowed.names().matcher(name).matches());
    }

    private static Optional<String> standardWord(String name) {
        List<String> words =
                HUMPS.splitAsStream(name.substring(name.lastIndexOf('.') + 1)).toList();
        return INSTEAD.entrySet().stream()
                .filter(entry -> Stream.of(entry.getKey().split(" ", -1)).anyMatch(words::contains))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
