package dev.stowage.node.run;

import dev.stowage.node.run.probe.Health;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.VolumeAnswer;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One pod and what is known of it. Thread-safe.
final class PodCare {
    private final String uid;
    private final Map<PodStep.Act, Thread> underWay = new HashMap<>();
    private final Map<String, Trouble> troubles = new HashMap<>();
    private final Map<String, Crash> crashes = new HashMap<>();
    private final Map<String, String> said = new HashMap<>();
    private final Set<PodStep.Act> pulling = new HashSet<>();
    private NodePod pod;
    private boolean known;
    private boolean stale = true;
    private @Nullable RunningPod place;
    private List<RunningContainer> containers;
    private @Nullable Failure refused;
    private @Nullable Instant endingSince;
    private String wanted = "";
    private boolean released;
    private boolean judged;
    private boolean left;
    private @Nullable Instant nextLook;
    private @Nullable Instant missingSince;

    /// @param containers as they were told of the last time
    PodCare(NodePod pod, boolean known, List<RunningContainer> containers) {
        this.uid = pod.uid();
        this.pod = pod;
        this.known = known;
        this.containers = containers;
    }

    String uid() {
        return uid;
    }

    synchronized NodePod pod() {
        return pod;
    }

    /// The pod as the API server has it now; empty when it has it no more.
    synchronized void see(Optional<NodePod> now) {
        known = now.isPresent();
        pod = now.orElse(pod);
    }

    /// The runtime has news.
    synchronized void markStale() {
        stale = true;
    }

    /// Whether what is known of the containers is older than the latest news.
    synchronized boolean isStale() {
        return stale;
    }

    /// @return whether the runtime has to be asked
    synchronized boolean takeStale() {
        boolean was = stale;
        stale = false;
        return was;
    }

    synchronized void see(@Nullable RunningPod running, List<RunningContainer> merged) {
        place = running;
        containers = merged;
    }

    synchronized List<RunningContainer> containers() {
        return containers;
    }

    boolean runsSomething() {
        return containers().stream().anyMatch(RunningContainer::runs);
    }

    synchronized @Nullable RunningPod place() {
        return place;
    }

    /// @return false when it is under way already
    synchronized boolean begin(PodStep.Act act, Thread thread) {
        return underWay.putIfAbsent(act, thread) == null;
    }

    synchronized void end(PodStep.Act act) {
        underWay.remove(act);
        stale = true;
    }

    synchronized void trouble(String key, String reason, String message, Instant now) {
        troubles.put(key, Trouble.after(troubles.get(key), reason, message, now));
    }

    synchronized void clearTrouble(String key) {
        troubles.remove(key);
    }

    /// A container began; one that was before it has ended, and the next end costs more.
    synchronized void began(String container, int attempt, Instant now) {
        containers.stream()
                .filter(one -> one.name().equals(container) && one.attempt() == attempt - 1)
                .map(RunningContainer::state)
                .filter(RunningContainer.State.Exited.class::isInstance)
                .map(RunningContainer.State.Exited.class::cast)
                .forEach(ended -> crashes.put(container, Crash.next(crashes.get(container), ended.until(), now)));
    }

    Optional<ContainerSpec> findSpec(String container) {
        return ContainerSpec.of(pod()).stream()
                .filter(spec -> spec.name().equals(container))
                .findFirst();
    }

    ContainerSpec spec(String container) {
        return findSpec(container).orElseThrow();
    }

    /// Whether the pod's end has begun, so that nothing of it shall start.
    synchronized boolean isGivenUp() {
        return endingSince != null;
    }

    synchronized void want(String version) {
        wanted = version;
    }

    synchronized void release() {
        released = true;
    }

    synchronized void complain(Instant now) {
        missingSince = now;
    }

    /// @return whether this was not the last word on it
    synchronized boolean say(String topic, String word) {
        return !word.equals(said.put(topic, word));
    }

    /// However often a time is named, it is waited for once; whoever is woken looks what comes next.
    ///
    /// @return whether nobody waits for it, or for an earlier one
    synchronized boolean waitFor(Instant when, Instant now) {
        boolean sooner = nextLook == null || !nextLook.isAfter(now) || when.isBefore(nextLook);
        nextLook = sooner ? when : nextLook;
        return sooner;
    }

    synchronized boolean isJudged() {
        return judged;
    }

    /// @param refusal why the node does not take it
    synchronized void judge(Optional<Failure> refusal) {
        judged = true;
        refused = refusal.orElse(null);
    }

    synchronized boolean takesRoom() {
        return refused == null && !pod.isOver() && known;
    }

    /// The API server was asked to forget it.
    synchronized void leave() {
        left = true;
    }

    synchronized PodView view(VolumeAnswer volumes, Map<String, Health> health, Instant now) {
        if (missingSince == null || !(volumes instanceof VolumeAnswer.Waiting)) {
            missingSince = now;
        }
        PodView view = look(volumes, health, missingSince, now);
        if (endingSince == null && view.goesDown()) {
            endingSince = now;
            view = look(volumes, health, missingSince, now);
        }
        return view;
    }

    private PodView look(VolumeAnswer volumes, Map<String, Health> health, Instant missing, Instant now) {
        var memory = new Memory(
                Set.copyOf(underWay.keySet()),
                Map.copyOf(troubles),
                Map.copyOf(crashes),
                health,
                refused,
                endingSince,
                wanted,
                released,
                left,
                missing);
        return new PodView(pod, known, place, containers, volumes, memory, now);
    }

    /// Gives up what waits for an image, however long it would.
    synchronized void giveUp() {
        underWay.forEach((act, thread) -> {
            if (act instanceof PodStep.Start && pulling.contains(act)) {
                thread.interrupt();
            }
        });
    }

    synchronized void pulls(PodStep.Start start, boolean pulls) {
        if (pulls) {
            pulling.add(start);
        } else {
            pulling.remove(start);
        }
    }
}
