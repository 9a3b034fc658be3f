package dev.stowage.driver.iolimit;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the kubelet keeps the cgroups of pods, by the names of its cgroup drivers `cgroupfs` and `systemd`.
///
/// @param root where the hierarchy is mounted; or the slice or directory in it that the kubelet is configured to use
record PodCgroups(Path root) {
    /// Guaranteed pods have no level of their own.
    private static final List<String> QUALITIES = List.of("", "burstable", "besteffort");

    Optional<PodCgroup> find(PodUid pod) {
        return QUALITIES.stream()
                .flatMap(quality -> Stream.of(cgroupfs(quality, pod), systemd(quality, pod)))
                .filter(directory -> Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS))
                .findFirst()
                .map(PodCgroup::new);
    }

    private Path cgroupfs(String quality, PodUid pod) {
        return root.resolve("kubepods").resolve(quality).resolve("pod" + pod.value());
    }

    /// The name of a slice has those above it in front.
    private Path systemd(String quality, PodUid pod) {
        String pods = above() + "kubepods";
        String level = quality.isEmpty() ? pods : pods + "-" + quality;
        Path parent = root.resolve(pods + ".slice");
        return (quality.isEmpty() ? parent : parent.resolve(level + ".slice"))
                .resolve(level + "-pod" + pod.value().replace('-', '_') + ".slice");
    }

    private String above() {
        Path last = root.getFileName();
        String name = last == null ? "" : last.toString();
        return name.endsWith(".slice") ? name.substring(0, name.length() - ".slice".length()) + "-" : "";
    }
}
