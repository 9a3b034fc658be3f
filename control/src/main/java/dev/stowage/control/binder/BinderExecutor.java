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

/// Carries decisions out, and says things when they become true, not at every look. What stays true is said again
/// before servers forget it, which
/// they do after an hour. One worker a key, so a key's memory has one user at a time.
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

    /// Writes first, then what there is to say.
    ///
    /// @param looked the object whose look led to this
    void execute(NamespacedName looked, List<ClusterAction> actions) throws ApiFailure, InterruptedException {
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
        say(
                looked,
                actions.stream()
                        .filter(RecordEvent.class::isInstance)
                        .map(RecordEvent.class::cast)
                        .toList());
    }

    void forget(NamespacedName looked) {
        said.remove(looked);
    }

    private void say(NamespacedName looked, List<RecordEvent> tells) throws ApiFailure, InterruptedException {
        if (tells.isEmpty()) {
            forget(looked);
            return;
        }
        Instant now = clock.instant();
        List<EventText> what = tells.stream().map(EventText::of).toList();
        RecordedEvents before = said.get(looked);
        if (before != null
                && before.what().equals(what)
                && now.isBefore(before.when().plus(REMINDER))) {
            return;
        }
        said.put(looked, new RecordedEvents(what, now));
        executor.execute(tells);
        tells.forEach(recordEvent -> log.debug(
                "{} {}: {}: {}",
                recordEvent.about().kind(),
                recordEvent.about().key(),
                recordEvent.reason(),
                recordEvent.message()));
    }
}
