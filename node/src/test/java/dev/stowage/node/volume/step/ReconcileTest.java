package dev.stowage.node.volume.step;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.want.Source;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What follows from how a volume stands.
final class ReconcileTest {
    private static final VolumeKey KEY = new VolumeKey("d", "h");

    /// Words for the situation: `want:a`, `device:PRESENT`, `a:UNCERTAIN`, and so on.
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
        assertThat(Reconcile.steps(read(Set.of(situation.split("\\s+", -1)), situation)).stream()
                        .map(ReconcileTest::shown)
                        .collect(Collectors.joining(", ")))
                .isEqualTo(expected);
    }

    private static Situation read(Set<String> words, String line) throws IOException {
        Have have = Have.nothing(KEY);
        List<Wanted> wanted = new ArrayList<>();
        for (String word : line.split("\\s+", -1)) {
            String[] parts = word.split(":", 2);
            if (parts.length < 2 || parts[0].equals("again") || parts[0].equals("grow")) {
                continue;
            }
            have = switch (parts[0]) {
                case "want" -> {
                    wanted.add(wanted(parts[1], words.contains("alone")));
                    yield have;
                }
                case "device" -> have.with(new Device(MountState.valueOf(parts[1]), "pv", false, false));
                default ->
                    have.with(new Publication(
                            new Spot(parts[0], "pv", false), MountState.valueOf(parts[1]), false, false));
            };
        }
        return new Situation(
                have,
                wanted,
                words.contains("attaches"),
                words.contains("attached"),
                words.contains("driver") ? new Situation.DriverFacts(words.contains("stages")) : null,
                null,
                spots(words, "again:"),
                words.contains("restage"),
                spots(words, "grow:"),
                words.contains("living") ? Set.of("a") : Set.of(),
                words.contains("complete"));
    }

    private static Set<Spot> spots(Set<String> words, String prefix) {
        return words.stream()
                .filter(word -> word.startsWith(prefix))
                .map(word -> new Spot(word.substring(prefix.length()), "pv", false))
                .collect(Collectors.toSet());
    }

    private static Wanted wanted(String pod, boolean alone) throws IOException {
        PersistentVolume volume = PersistentVolume.read(Json.read(
                """
                {"metadata": {"name": "pv"}, "spec": {"csi": {"driver": "d", "volumeHandle": "h"},
                 "accessModes": ["%s"]}}""".formatted(alone ? "ReadWriteOncePod" : "ReadWriteOnce").getBytes(StandardCharsets.UTF_8)));
        NodePod owner = NodePod.read(
                Json.read(("{\"metadata\": {\"uid\": \"" + pod + "\"}}").getBytes(StandardCharsets.UTF_8)));
        return new Wanted(
                KEY,
                new Spot(pod, "pv", false),
                owner,
                List.of("data"),
                false,
                new Source.Persistent(volume, requireNonNull(volume.csi()), null));
    }

    private static String shown(Step step) {
        return switch (step) {
            case Step.Stage(Wanted wanted) -> "stage " + wanted.spot().podUid();
            case Step.Publish(Wanted wanted, boolean again) ->
                (again ? "publish again " : "publish ") + wanted.spot().podUid();
            case Step.Unpublish(Publication publication) ->
                "unpublish " + publication.spot().podUid();
            case Step.Unstage _ -> "unstage";
            case Step.Grow(Wanted wanted) -> "grow " + wanted.spot().podUid();
            case Step.Refuse refuse -> "refuse " + refuse.wanted().spot().podUid();
            case Step.AwaitAttach(Wanted wanted) ->
                "await attach " + wanted.spot().podUid();
            case Step.AwaitDriver(String driver) -> "await driver " + driver;
        };
    }
}
