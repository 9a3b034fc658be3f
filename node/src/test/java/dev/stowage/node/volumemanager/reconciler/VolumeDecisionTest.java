package dev.stowage.node.volumemanager.reconciler;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Actions, depending on the state of a volume.
final class VolumeDecisionTest {
    private static final VolumeKey KEY = new VolumeKey("d", "h");

    /// Short forms of the state: `want:a`, `device:PRESENT`, `a:UNCERTAIN`, and so on.
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            # what is missing is made, the device first and once
            want:a driver stages                                             | stage a
            want:a want:b driver stages                                      | stage a
            want:a driver stages device:UNCERTAIN                            | stage a
            want:a want:b driver stages device:PRESENT                       | publish a, publish b
            want:a driver                                                    | publish a
            want:a driver stages device:PRESENT a:UNCERTAIN                  | publish a
            want:a driver stages device:PRESENT a:PRESENT                    | ''
            # attached volumes wait for the cluster
            want:a driver stages attaches                                    | await attach a
            want:a driver stages attaches attached                           | stage a
            # a driver that is not there
            want:a                                                           | refuse a
            want:a device:PRESENT a:PRESENT                                  | ''
            a:PRESENT complete                                               | await driver d
            # nothing goes before everybody was told
            driver stages device:PRESENT a:PRESENT                           | ''
            driver stages device:PRESENT a:PRESENT complete                  | unpublish a
            driver stages device:PRESENT a:UNCERTAIN complete                | unpublish a
            # nor from a pod that lives, though nobody knows its claim any more
            driver stages device:PRESENT a:UNCERTAIN living complete         | ''
            driver stages device:PRESENT complete                            | unstage
            driver stages device:UNCERTAIN complete                          | unstage
            driver device:UNCERTAIN complete                                 | unstage
            driver stages complete                                           | ''
            # one goes, one comes
            want:b driver stages device:PRESENT a:PRESENT complete           | unpublish a, publish b
            want:b driver stages device:PRESENT a:PRESENT                    | publish b
            # one pod only
            want:b alone driver stages device:PRESENT a:PRESENT complete     | unpublish a
            want:b alone driver stages device:PRESENT a:PRESENT              | refuse b
            want:b alone driver stages device:PRESENT a:PRESENT living complete | refuse b
            want:b alone driver stages device:PRESENT complete               | publish b
            want:a alone driver stages device:PRESENT a:UNCERTAIN            | publish a
            # renewed in place
            want:a driver stages device:PRESENT a:PRESENT again:a            | publish again a
            want:a device:PRESENT a:PRESENT again:a                          | ''
            want:a driver stages device:PRESENT a:PRESENT restage            | stage a
            want:a driver stages device:PRESENT a:PRESENT grow:a             | grow a
            """)
    void followsFromHowItStands(String situation, String expected) throws IOException {
        assertThat(VolumeDecision.decide(read(Set.of(situation.split("\\s+", -1)), situation)).stream()
                        .map(VolumeDecisionTest::shown)
                        .collect(Collectors.joining(", ")))
                .isEqualTo(expected);
    }

    private static VolumeState read(Set<String> words, String line) throws IOException {
        ActualVolume actual = ActualVolume.absent(KEY);
        List<DesiredVolume> desired = new ArrayList<>();
        for (String word : line.split("\\s+", -1)) {
            String[] parts = word.split(":", 2);
            if (parts.length < 2 || parts[0].equals("again") || parts[0].equals("grow")) {
                continue;
            }
            actual = switch (parts[0]) {
                case "want" -> {
                    desired.add(wanted(parts[1], words.contains("alone")));
                    yield actual;
                }
                case "device" -> actual.with(new StagedVolume(MountState.valueOf(parts[1]), "pv", false, false));
                default ->
                    actual.with(new PublishedVolume(
                            new PodVolumeKey(parts[0], "pv", false), MountState.valueOf(parts[1]), false, false));
            };
        }
        return new VolumeState(
                actual,
                desired,
                words.contains("attaches"),
                words.contains("attached"),
                words.contains("driver") ? new VolumeState.DriverCapabilities(words.contains("stages")) : null,
                null,
                spots(words, "again:"),
                words.contains("restage"),
                spots(words, "grow:"),
                words.contains("living") ? Set.of("a") : Set.of(),
                words.contains("complete"));
    }

    private static Set<PodVolumeKey> spots(Set<String> words, String prefix) {
        return words.stream()
                .filter(word -> word.startsWith(prefix))
                .map(word -> new PodVolumeKey(word.substring(prefix.length()), "pv", false))
                .collect(Collectors.toSet());
    }

    private static DesiredVolume wanted(String pod, boolean alone) throws IOException {
        PersistentVolume volume = PersistentVolume.read(Json.read(
                """
                {"metadata": {"name": "pv"}, "spec": {"csi": {"driver": "d", "volumeHandle": "h"},
                 "accessModes": ["%s"]}}""".formatted(alone ? "ReadWriteOncePod" : "ReadWriteOnce").getBytes(StandardCharsets.UTF_8)));
        NodePod owner = NodePod.read(
                Json.read(("{\"metadata\": {\"uid\": \"" + pod + "\"}}").getBytes(StandardCharsets.UTF_8)));
        return new DesiredVolume(
                KEY,
                new PodVolumeKey(pod, "pv", false),
                owner,
                List.of("data"),
                false,
                new VolumeSource.Persistent(volume, requireNonNull(volume.csi()), null));
    }

    private static String shown(VolumeAction volumeAction) {
        return switch (volumeAction) {
            case VolumeAction.Stage(DesiredVolume desired) ->
                "stage " + desired.podVolumeKey().podUid();
            case VolumeAction.Publish(DesiredVolume desired, boolean again) ->
                (again ? "publish again " : "publish ") + desired.podVolumeKey().podUid();
            case VolumeAction.Unpublish(PublishedVolume publishedVolume) ->
                "unpublish " + publishedVolume.podVolumeKey().podUid();
            case VolumeAction.Unstage _ -> "unstage";
            case VolumeAction.Expand(DesiredVolume desired) ->
                "grow " + desired.podVolumeKey().podUid();
            case VolumeAction.Reject reject ->
                "refuse " + reject.desired().podVolumeKey().podUid();
            case VolumeAction.AwaitAttach(DesiredVolume desired) ->
                "await attach " + desired.podVolumeKey().podUid();
            case VolumeAction.AwaitDriver(String driver) -> "await driver " + driver;
        };
    }
}
