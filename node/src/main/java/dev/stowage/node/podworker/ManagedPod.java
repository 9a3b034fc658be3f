package dev.stowage.node.podworker;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.prober.ContainerHealth;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One pod and what the node knows about it. Thread-safe.
final class ManagedPod {
    static final String EVICTED = "Evicted";

    private final String uid;
    private final Map<PodAction.Background, Thread> underWay = new HashMap<>();
    private final Map<String, RetryableFailure> failures = new HashMap<>();
    private final Map<String, CrashLoopBackOff> crashes = new HashMap<>();
    private final Map<String, String> said = new HashMap<>();
    private final Set<PodAction.Background> pulling = new HashSet<>();
    private NodePod pod;
    private boolean known;
    private boolean stale = true;
    private @Nullable RuntimePod place;
    private List<RuntimeContainer> containers;
    private @Nullable PodFailure refused;
    private @Nullable PodFailure evicted;
    private @Nullable Instant endingSince;
    private String wanted = "";
    private boolean released;
    private boolean admitted;
    private boolean left;
    private OptionalLong nextLook = OptionalLong.empty();
    private @Nullable Instant missingSince;

    /// @param containers as last reported
    ManagedPod(NodePod pod, boolean known, List<RuntimeContainer> containers) {
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
    synchronized void update(Optional<NodePod> now) {
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

    /// @return whether the runtime must be queried
    synchronized boolean takeStale() {
        boolean was = stale;
        stale = false;
        return was;
    }

    synchronized void update(@Nullable RuntimePod running, List<RuntimeContainer> merged) {
        place = running;
        containers = merged;
    }

    synchronized List<RuntimeContainer> containers() {
        return containers;
    }

    boolean runsSomething() {
        return containers().stream().anyMatch(RuntimeContainer::runs);
    }

    synchronized @Nullable RuntimePod sandbox() {
        return place;
    }

    /// @return false when it is already in progress
    synchronized boolean begin(PodAction.Background background, Thread thread) {
        return underWay.putIfAbsent(background, thread) == null;
    }

    synchronized void end(PodAction.Background background) {
        underWay.remove(background);
        stale = true;
    }

    synchronized void addFailure(String key, String reason, String message, Instant now) {
        failures.put(key, RetryableFailure.after(failures.get(key), reason, message, now));
    }

    synchronized void clearFailure(String key) {
        failures.remove(key);
    }

    /// A container began; one that was before it has ended, and the next end costs more.
    synchronized void containerStarted(String container, int attempt, Instant now) {
        containers.stream()
                .filter(one -> one.name().equals(container) && one.attempt() == attempt - 1)
                .map(RuntimeContainer::state)
                .filter(RuntimeContainer.State.Exited.class::isInstance)
                .map(RuntimeContainer.State.Exited.class::cast)
                .forEach(ended ->
                        crashes.put(container, CrashLoopBackOff.next(crashes.get(container), ended.until(), now)));
    }

    Optional<ContainerSpec> findSpec(String container) {
        return ContainerSpec.of(pod()).stream()
                .filter(spec -> spec.name().equals(container))
                .findFirst();
    }

    ContainerSpec spec(String container) {
        return findSpec(container).orElseThrow();
    }

    /// Whether its termination has begun, so that nothing of it may start.
    synchronized boolean isStartCancelled() {
        return endingSince != null;
    }

    synchronized void markVolumesRequested(String version) {
        wanted = version;
    }

    synchronized void markVolumesReleased() {
        released = true;
    }

    synchronized void markVolumesReported(Instant now) {
        missingSince = now;
    }

    /// @return whether this was not the last word on it
    synchronized boolean isNewEvent(String topic, String word) {
        return !word.equals(said.put(topic, word));
    }

    /// One timer is enough for a time, however often it is requested; the worker then decides what comes next.
    /// Timers follow the monotonic clock: when the clock of the machine is set back, a timer that has fired
    /// still counts as fired, and the next one is set.
    ///
    /// @param nanos the monotonic clock, as in [System#nanoTime()]
    /// @return whether no timer is set for it or for an earlier time
    synchronized boolean waitFor(Duration pause, long nanos) {
        long when = nanos + pause.toNanos();
        boolean sooner = nextLook.isEmpty() || nextLook.getAsLong() - nanos <= 0 || when - nextLook.getAsLong() < 0;
        nextLook = sooner ? OptionalLong.of(when) : nextLook;
        return sooner;
    }

    synchronized boolean isAdmissionDecided() {
        return admitted;
    }

    /// @param refusal why the node does not take it
    synchronized void setAdmission(Optional<PodFailure> refusal) {
        admitted = true;
        refused = refusal.orElse(null);
    }

    /// @return false when it is evicted already
    synchronized boolean evict(String message) {
        if (evicted != null) {
            return false;
        }
        evicted = new PodFailure(EVICTED, message);
        return true;
    }

    synchronized boolean countsAgainstCapacity() {
        return refused == null && !pod.isOver() && known;
    }

    /// The node requested its deletion from the API server.
    synchronized void markDeletionRequested() {
        left = true;
    }

    synchronized PodState state(PodVolumeStatus volumes, Map<String, ContainerHealth> health, Instant now) {
        if (missingSince == null || !(volumes instanceof PodVolumeStatus.Waiting)) {
            missingSince = now;
        }
        PodState view = stateAt(volumes, health, missingSince, now);
        if (endingSince == null && view.isTerminating()) {
            endingSince = now;
            view = stateAt(volumes, health, missingSince, now);
        }
        return view;
    }

    private PodState stateAt(
            PodVolumeStatus volumes, Map<String, ContainerHealth> health, Instant missing, Instant now) {
        var podMemory = new PodMemory(
                Set.copyOf(underWay.keySet()),
                Map.copyOf(failures),
                Map.copyOf(crashes),
                health,
                refused,
                evicted,
                endingSince,
                wanted,
                released,
                left,
                missing);
        return new PodState(pod, known, place, containers, volumes, podMemory, now);
    }

    /// Gives up what waits for an image, however long it would.
    synchronized void cancelStarts() {
        underWay.forEach((background, thread) -> {
            if (background instanceof PodAction.StartContainer && pulling.contains(background)) {
                thread.interrupt();
            }
        });
    }

    synchronized void setPulling(PodAction.StartContainer startContainer, boolean pulls) {
        if (pulls) {
            pulling.add(startContainer);
        } else {
            pulling.remove(startContainer);
        }
    }
}
