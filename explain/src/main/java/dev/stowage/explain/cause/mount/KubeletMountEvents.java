package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the kubelet told lately about volumes of a pod that does not start.
final class KubeletMountEvents {
    private static final List<String> REASONS = List.of("FailedMount", "FailedMapVolume", "FailedAttachVolume");
    private static final Pattern VOLUME = Pattern.compile("for volume \"([^\"]+)\"");

    /// A kubelet tries again every two minutes at least, and events are told every five at worst: what was told long
    /// before the last one is over.
    private static final Duration FRESH = Duration.ofMinutes(15);

    private KubeletMountEvents() {}

    /// About this volume or about none in particular, the latest first.
    static Stream<ObservedEvent> of(VolumeChain volumeChain) {
        String volume = volumeChain.volume().map(KubeResource::name).orElse(volumeChain.inPod());
        return all(volumeChain).filter(each -> {
            String name = volume(each.text());
            return volume.isEmpty() || name.isEmpty() || name.equals(volume);
        });
    }

    /// About any volume of the pod.
    static Stream<ObservedEvent> all(VolumeChain volumeChain) {
        List<ObservedEvent> told = volumeChain.pod().filter(ClaimUsers::isStarting).stream()
                .flatMap(pod -> ObservedEvent.about(pod, volumeChain))
                .filter(each -> REASONS.contains(each.event().reason()))
                .toList();
        Instant last =
                told.stream().findFirst().map(each -> each.event().last()).orElse(Instant.EPOCH);
        return told.stream()
                .filter(each -> Duration.between(each.event().last(), last).compareTo(FRESH) <= 0);
    }

    /// The name that it is about, empty when it tells none.
    static String volume(String text) {
        Matcher named = VOLUME.matcher(text);
        return named.find() ? named.group(1) : "";
    }

    /// What it says after the volume's name.
    static String why(String text) {
        Matcher named = VOLUME.matcher(text);
        return named.find() ? text.substring(named.end()).replaceFirst("^\\s*:?\\s*", "") : text;
    }
}
