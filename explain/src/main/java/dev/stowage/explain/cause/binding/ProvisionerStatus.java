package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The provisioner of a claim, and its observable state.
///
/// @param name the provisioner
record ProvisionerStatus(PendingClaim claim, String name) {
    private static final List<String> MADE_BY = List.of(VolumeAnnotations.PROVISIONED_BY);
    private static final Duration USUAL_LEASE = Duration.ofSeconds(15);
    private static final int MISSED = 3;

    private ClusterState clusterState() {
        return claim.chain().clusterState();
    }

    /// Whether anything in the cluster knows this name.
    boolean isKnown() {
        return clusterState().find(ResourceKind.DRIVER, name).isPresent()
                || registrations().findAny().isPresent()
                || lease().isPresent()
                || !workloads().isEmpty()
                || hasEvents()
                || clusterState().all(ResourceKind.VOLUME).stream()
                        .anyMatch(volume -> MADE_BY.stream()
                                .anyMatch(key -> volume.annotation(key).equals(Optional.of(name))));
    }

    /// Unknown if these kinds were not listed.
    boolean isObservable() {
        return Stream.of(ResourceKind.DRIVER, ResourceKind.CSI_NODE, ResourceKind.LEASE, ResourceKind.DEPLOYMENT)
                .allMatch(clusterState()::isListed);
    }

    /// Nodes where the driver is registered.
    Stream<KubeResource> registrations() {
        return clusterState().all(ResourceKind.CSI_NODE).stream()
                .filter(node -> node.list("/spec/drivers")
                        .anyMatch(each -> each.path("name").asText("").equals(name)));
    }

    /// The leader holds a lease with the name, without characters that object names must not have.
    Optional<KubeResource> lease() {
        String plain = name.replaceAll("[^a-zA-Z0-9-]", "-");
        return clusterState().all(ResourceKind.LEASE).stream()
                .filter(lease -> lease.name().equals(plain) || lease.name().equals(name.replace('/', '-')))
                .findFirst();
    }

    boolean isStale(KubeResource lease) {
        Instant renewed = lease.time("/spec/renewTime").orElse(clusterState().taken());
        long seconds = lease.json().at("/spec/leaseDurationSeconds").asLong(USUAL_LEASE.toSeconds());
        Duration silent = Duration.between(renewed, clusterState().taken());
        return lease.text("/spec/holderIdentity").isEmpty()
                || silent.compareTo(Duration.ofSeconds(seconds * MISSED)) > 0;
    }

    /// Workloads with this name in their arguments, such as `--driver-name=…`.
    List<KubeResource> workloads() {
        return Stream.of(ResourceKind.DEPLOYMENT, ResourceKind.STATEFUL_SET, ResourceKind.DAEMON_SET)
                .flatMap(resourceKind -> clusterState().all(resourceKind).stream())
                .filter(kubeResource ->
                        kubeResource.json().at("/spec/template").toString().contains(name))
                .toList();
    }

    static boolean isDown(KubeResource workload) {
        if (workload.kind() == ResourceKind.DAEMON_SET) {
            return workload.json().at("/status/numberReady").asLong(0) == 0;
        }
        return workload.json().at("/status/readyReplicas").asLong(0) == 0;
    }

    /// Events of provisioners carry their name and that of their pod.
    boolean hasEvents() {
        return events().findAny().isPresent();
    }

    Stream<ObservedEvent> events() {
        return ObservedEvent.about(claim.claim(), claim.chain())
                .filter(observedEvent -> observedEvent.event().from().startsWith(name));
    }

    /// The provisioner that the class probably means.
    Optional<String> suggestion() {
        Set<String> names = new TreeSet<>();
        clusterState().all(ResourceKind.DRIVER).forEach(driver -> names.add(driver.name()));
        clusterState().all(ResourceKind.CSI_NODE).stream()
                .flatMap(node -> node.list("/spec/drivers"))
                .forEach(driver -> names.add(driver.path("name").asText("")));
        return SpellingSuggestion.nearest(name, names);
    }
}
