package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.Optional;

/// Why a driver is not registered on a node, judging by its pods.
sealed interface RegistrationFailure {

    String text();

    void advise(FindingBuilder findingBuilder);

    static RegistrationFailure of(String node, DriverPods pods) {
        Optional<KubeResource> pod = pods.on(node).stream().findFirst();
        if (pod.isPresent()) {
            KubeResource there = pod.get();
            return DriverPods.isReady(there)
                    ? new NotDiscovered(there, pods.registrationPath(there))
                    : new PodNotReady(there, DriverPods.trouble(there));
        }
        return pods.daemonSets().stream()
                .findFirst()
                .<RegistrationFailure>map(set -> new PodNotScheduled(set, node))
                .orElse(new Unknown());
    }

    record PodNotReady(KubeResource pod, String trouble) implements RegistrationFailure {
        @Override
        public String text() {
            return "its " + pod.title() + " there is not ready (" + trouble + ")";
        }

        @Override
        public void advise(FindingBuilder findingBuilder) {
            findingBuilder
                    .evidence(pod, trouble)
                    .safe("Check the driver's pod.", KubectlCommands.describe(pod))
                    .safe("Check its last log lines.", KubectlCommands.logs(pod));
        }
    }

    /// It runs, but the kubelet cannot find its socket.
    record NotDiscovered(KubeResource pod, Optional<String> path) implements RegistrationFailure {
        @Override
        public String text() {
            return "its " + pod.title() + " runs there, but the kubelet cannot find its socket";
        }

        @Override
        public void advise(FindingBuilder findingBuilder) {
            path.ifPresent(each -> findingBuilder.evidence(pod, "registers the socket " + each));
            findingBuilder
                    .advice(
                            "The path in the driver's pods must be the kubelet's root directory: usually /var/lib/kubelet; k0s has"
                                    + " /var/lib/k0s/kubelet, microk8s /var/snap/microk8s/common/var/lib/kubelet.")
                    .safe("Check the logs of its registrar.", KubectlCommands.logs(pod));
        }
    }

    record PodNotScheduled(KubeResource daemonSet, String node) implements RegistrationFailure {
        @Override
        public String text() {
            return daemonSet.title() + ", which runs it, has no pod there";
        }

        @Override
        public void advise(FindingBuilder findingBuilder) {
            findingBuilder
                    .evidence(
                            daemonSet,
                            "desired " + daemonSet.text("/status/desiredNumberScheduled") + ", ready "
                                    + daemonSet.text("/status/numberReady"))
                    .advice("Compare its nodeSelector and tolerations with the node's labels and taints.")
                    .safe("Check the DaemonSet.", KubectlCommands.describe(daemonSet))
                    .safe("Check the node.", "kubectl describe node " + KubectlCommands.quoted(node));
        }
    }

    record Unknown() implements RegistrationFailure {
        @Override
        public String text() {
            return "none of its pods was found there";
        }

        @Override
        public void advise(FindingBuilder findingBuilder) {
            findingBuilder.advice("Install the driver's node plugin there, or check why its process does not run.");
        }
    }
}
