package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterAction.RecordEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Executes decisions, and records events when they become true, not at every run. An event that stays true
/// is repeated before servers expire it, after an hour. One worker per key, so the memory of a key has one
/// user at a time.
final class BinderExecutor {
    private static final Logger log = LoggerFactory.getLogger(BinderExecutor.class);
    private static final Duration REMINDER = Duration.ofMinutes(30);

    private record EventText(String about, String reason, String message) {
        static EventText of(RecordEvent recordEvent) {
            return new EventText(recordEvent.about().uid(), recordEvent.reason(), recordEvent.message());
        }
    }

    private record RecordedEvents(List<EventText> what, Instant when) {}

    private final ActionExecutor executor;
    private final InstantSource clock;
    private final Map<NamespacedName, RecordedEvents> said = new ConcurrentHashMap<>();

    BinderExecutor(ActionExecutor executor, InstantSource clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /// Writes first, then events.
    ///
    /// @param reconciled the object whose reconciliation led to this
    void execute(NamespacedName reconciled, List<ClusterAction> actions) throws ApiFailure, InterruptedException {
        for (ClusterAction action : actions) {
            if (action instanceof ClusterAction.PatchObject<?> patchObject) {
                executor.execute(action);
                log.debug(
                        "{} {}: wrote {}",
                        patchObject.kind(),
                        patchObject.seen().key(),
                        patchObject.patch().body());
            }
        }
        record(
                reconciled,
                actions.stream()
                        .filter(RecordEvent.class::isInstance)
                        .map(RecordEvent.class::cast)
                        .toList());
    }

    void forget(NamespacedName reconciled) {
        said.remove(reconciled);
    }

    private void record(NamespacedName reconciled, List<RecordEvent> events) throws ApiFailure, InterruptedException {
        if (events.isEmpty()) {
            forget(reconciled);
            return;
        }
        Instant now = clock.instant();
        List<EventText> what = events.stream().map(EventText::of).toList();
        RecordedEvents before = said.get(reconciled);
        if (before != null
                && before.what().equals(what)
                && now.isBefore(before.when().plus(REMINDER))) {
            return;
        }
        said.put(reconciled, new RecordedEvents(what, now));
        executor.execute(events);
        events.forEach(recordEvent -> log.debug(
                "{} {}: {}: {}",
                recordEvent.about().kind(),
                recordEvent.about().key(),
                recordEvent.reason(),
                recordEvent.message()));
    }
}
