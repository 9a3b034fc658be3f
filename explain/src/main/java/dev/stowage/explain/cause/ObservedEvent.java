package dev.stowage.explain.cause;

import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An event and the object it is about.
///
/// @param now when the cluster state was read
public record ObservedEvent(KubeResource about, ResourceEvent event, Instant now) {

    /// The latest first.
    public static Stream<ObservedEvent> about(KubeResource kubeResource, VolumeChain volumeChain) {
        return volumeChain.clusterState().events(kubeResource).stream()
                .map(told -> new ObservedEvent(
                        kubeResource, told, volumeChain.clusterState().taken()));
    }

    /// The events of all objects that the volume depends on, object by object.
    public static Stream<ObservedEvent> all(VolumeChain volumeChain) {
        return Stream.of(
                        volumeChain.pod(),
                        volumeChain.claim(),
                        volumeChain.volume(),
                        volumeChain.attachment(),
                        volumeChain.snapshot(),
                        volumeChain.content(),
                        volumeChain.node())
                .flatMap(Optional::stream)
                .flatMap(kubeResource -> about(kubeResource, volumeChain));
    }

    public String text() {
        return event.text();
    }

    public boolean matches(Pattern pattern) {
        return pattern.matcher(event.text()).find();
    }

    public boolean hasReason(String reason) {
        return event.reason().equals(reason);
    }

    public Evidence evidence() {
        return Evidence.event(about, event, now);
    }
}
