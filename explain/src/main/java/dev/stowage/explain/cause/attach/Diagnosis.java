package dev.stowage.explain.cause.attach;

import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.picture.Thing;
import java.util.Optional;

/// Why a driver is not registered at a node, as far as its pods tell.
sealed interface Diagnosis {

    String text();

    void advise(Draft draft);

    static Diagnosis of(String node, DriverPods pods) {
        Optional<Thing> pod = pods.on(node).stream().findFirst();
        if (pod.isPresent()) {
            Thing there = pod.get();
            return DriverPods.isReady(there)
                    ? new Deaf(there, pods.registrationPath(there))
                    : new Down(there, DriverPods.trouble(there));
        }
        return pods.daemonSets().stream()
                .findFirst()
                .<Diagnosis>map(set -> new NotPlaced(set, node))
                .orElse(new Unknown());
    }

    record Down(Thing pod, String trouble) implements Diagnosis {
        @Override
        public String text() {
            return "its " + pod.title() + " there is not ready (" + trouble + ")";
        }

        @Override
        public void advise(Draft draft) {
            draft.shows(pod, trouble)
                    .safe("See what is wrong with the driver's pod.", Commands.describe(pod))
                    .safe("See what it said last.", Commands.logs(pod));
        }
    }

    /// It runs, and the kubelet does not hear it.
    record Deaf(Thing pod, Optional<String> path) implements Diagnosis {
        @Override
        public String text() {
            return "its " + pod.title() + " runs there, and the kubelet does not find its socket";
        }

        @Override
        public void advise(Draft draft) {
            path.ifPresent(each -> draft.shows(pod, "tells the kubelet to look at " + each));
            draft.advice("The folder in the driver's pods must be the kubelet's own: usually /var/lib/kubelet; k0s has"
                            + " /var/lib/k0s/kubelet, microk8s /var/snap/microk8s/common/var/lib/kubelet.")
                    .safe("See what its registrar said.", Commands.logs(pod));
        }
    }

    record NotPlaced(Thing daemonSet, String node) implements Diagnosis {
        @Override
        public String text() {
            return daemonSet.title() + ", which carries it, has no pod there";
        }

        @Override
        public void advise(Draft draft) {
            draft.shows(
                            daemonSet,
                            "desired " + daemonSet.text("/status/desiredNumberScheduled") + ", ready "
                                    + daemonSet.text("/status/numberReady"))
                    .advice("Compare its nodeSelector and tolerations with the node's labels and taints.")
                    .safe("See the DaemonSet.", Commands.describe(daemonSet))
                    .safe("See the node.", "kubectl describe node " + Commands.quoted(node));
        }
    }

    record Unknown() implements Diagnosis {
        @Override
        public String text() {
            return "no pod of it is seen there";
        }

        @Override
        public void advise(Draft draft) {
            draft.advice("Install the driver's node part there, or see why its process does not run.");
        }
    }
}
