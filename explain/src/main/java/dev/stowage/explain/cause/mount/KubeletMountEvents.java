package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Recent kubelet events about volumes of a pod that does not start.
final class KubeletMountEvents {
    private static final List<String> REASONS = List.of(
            VolumeEventReasons.FAILED_MOUNT,
            VolumeEventReasons.FAILED_MAP_VOLUME,
            VolumeEventReasons.FAILED_ATTACH_VOLUME);
    private static final Pattern VOLUME = Pattern.compile("for volume \"([^\"]+)\"");

    /// A kubelet retries at least every two minutes, and repeats events at least every five: an older event is
    /// outdated.
    private static final Duration FRESH = Duration.ofMinutes(15);

    private KubeletMountEvents() {}

    /// About this volume or about no specific one, the latest first.
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

    /// The volume name in the message, empty if there is none.
    static String volume(String text) {
        Matcher named = VOLUME.matcher(text);
        return named.find() ? named.group(1) : "";
    }

    /// The text after the volume's name.
    static String why(String text) {
        Matcher named = VOLUME.matcher(text);
        return named.find() ? text.substring(named.end()).replaceFirst("^\\s*:?\\s*", "") : text;
    }
}
