package dev.stowage.control.schedule;

import dev.stowage.control.act.Act;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PersistentVolume;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What comes next for a pod on its way: its claims are bound first, then the pod. A pure function of what can be seen.
sealed interface Progress {

    /// Then look again.
    record Write(List<Act> acts) implements Progress {}

    /// Until something about its claims changes.
    record Wait() implements Progress {}

    record Bind(List<Act> acts) implements Progress {}

    /// It does not work out on that node.
    record GiveUp(String why) implements Progress {}

    /// The pod has its node.
    record Arrived() implements Progress {}

    /// The pod is gone or going, or somebody else gave it another node.
    record Over() implements Progress {}

    /// @param pod null when it is gone; so is the node
    record Sight(@Nullable Pod pod, @Nullable Node node, Map<NamespacedName, PersistentVolumeClaim> claims, Map<String, PersistentVolume> volumes) {}

    static Progress of(Assumed assumed, Sight sight, Instant now, Duration patience) {
        Pod pod = sight.pod();
        if (pod == null || !pod.meta().uid().equals(assumed.pod().meta().uid())) {
            return new Over();
        }
        if (pod.nodeName().equals(assumed.node())) {
            return new Arrived();
        }
        if (!pod.nodeName().isEmpty() || pod.isBeingDeleted() || pod.isOver()) {
            return new Over();
        }
        if (assumed.state() == Assumed.State.BOUND) {
            return new Wait();
        }
        Node node = sight.node();
        if (node == null) {
            return volumes("failed to get node \"%1$s\": node \"%1$s\" not found".formatted(assumed.node()));
        }
        List<Act> writes = new ArrayList<>();
        boolean waits = false;
        for (Choice choice : assumed.choices()) {
            switch (ClaimStep.of(choice, assumed, sight, node)) {
                case ClaimStep.Broken(String why) -> {
                    return volumes(why);
                }
                case ClaimStep.Do(Act act) -> writes.add(act);
                case ClaimStep.Pending() -> waits = true;
                case ClaimStep.Ready() -> {}
            }
        }
        if (!writes.isEmpty()) {
            return new Write(writes);
        }
        if (!waits) {
            return new Bind(Telling.binding(pod, assumed.node()));
        }
        return now.isBefore(assumed.since().plus(patience)) ? new Wait() : volumes("context deadline exceeded");
    }

    private static GiveUp volumes(String why) {
        return new GiveUp("running PreBind plugin \"VolumeBinding\": binding volumes: " + why);
    }
}
