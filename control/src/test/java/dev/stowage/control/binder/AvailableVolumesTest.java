package dev.stowage.control.binder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvailableVolumesTest {
    private static final List<String> MODES = List.of("rwo", "rox", "rwo,rox", "rwx,rwo", "rwo,rox,rwx", "rwop");

    private final List<String> offered = new ArrayList<>();
    private final AvailableVolumes availableVolumes = new AvailableVolumes(offered::add);

    private static PersistentVolume volume(String words) {
        return PersistentVolume.read(BinderTestObjects.volume(Arrays.asList(words.split(" "))));
    }

    private static PersistentVolumeClaim claim(String words) {
        return PersistentVolumeClaim.read(BinderTestObjects.claim(Arrays.asList(words.split(" "))));
    }

    private String take(String claim) {
        return availableVolumes
                .take(claim(claim))
                .map(volume -> volume.meta().name())
                .orElse("none");
    }

    @Test
    void volumeIsTakenOnceAndOfferedAgainWhenLetGo() {
        availableVolumes.changed(null, volume("v 1Gi"));
        assertThat(take("a 1Gi")).isEqualTo("v");
        assertThat(take("b 1Gi")).isEqualTo("none");
        assertThat(availableVolumes.findAvailable("v")).isEmpty();

        availableVolumes.release("v");
        assertThat(offered).containsExactly("v");
        assertThat(take("b 1Gi")).isEqualTo("v");
    }

    @Test
    void volumeThatWasBoundMeanwhileDoesNotComeBack() {
        PersistentVolume free = volume("v 1Gi");
        availableVolumes.changed(null, free);
        assertThat(take("a 1Gi")).isEqualTo("v");
        availableVolumes.changed(free, volume("v 1Gi for=a# phase=Bound"));
        availableVolumes.release("v");
        assertThat(offered).isEmpty();
        assertThat(take("b 1Gi")).isEqualTo("none");
    }

    @Test
    void volumeThatIsHeldIsNotTakenAndWhoeverWantedItIsTold() {
        List<String> released = new ArrayList<>();
        availableVolumes.changed(null, volume("v 1Gi"));
        assertThat(availableVolumes.hold("v", () -> released.add("first"))).isTrue();
        assertThat(availableVolumes.hold("v", () -> released.add("second"))).isFalse();
        assertThat(take("a 1Gi")).isEqualTo("none");
        availableVolumes.release("v");
        assertThat(released).containsExactly("second");
        assertThat(take("a 1Gi")).isEqualTo("v");
    }

    @Test
    void claimIsToldWhenAVolumeThatWasAboutToBeFreeIsLetGo() {
        List<String> released = new ArrayList<>();
        PersistentVolume pending = volume("v 2Gi phase=Pending");
        availableVolumes.changed(null, pending);
        assertThat(availableVolumes.hold("v", () -> {})).isTrue();
        assertThat(availableVolumes.awaitComing(claim("a 1Gi"), () -> released.add("early")))
                .isFalse();
        availableVolumes.comes(pending);
        assertThat(availableVolumes.awaitComing(claim("a 1Gi"), () -> released.add("a")))
                .isTrue();
        assertThat(availableVolumes.awaitComing(claim("b 3Gi"), () -> released.add("b")))
                .isFalse();
        availableVolumes.release("v");
        assertThat(released).containsExactly("a");
        assertThat(availableVolumes.awaitComing(claim("a 1Gi"), () -> released.add("late")))
                .isFalse();
    }

    @Test
    void volumeThatComesFreeWhileItIsHeldIsTakenAfterwards() {
        PersistentVolume pending = volume("v 1Gi phase=Pending");
        availableVolumes.changed(null, pending);
        assertThat(availableVolumes.hold("v", () -> {})).isTrue();
        availableVolumes.changed(pending, volume("v 1Gi"));
        assertThat(take("a 1Gi")).isEqualTo("none");
        availableVolumes.release("v");
        assertThat(take("a 1Gi")).isEqualTo("v");
    }

    @Test
    void volumeThatGrewIsFoundWhereItIsNow() {
        PersistentVolume small = volume("v 1Gi");
        availableVolumes.changed(null, small);
        PersistentVolume large = volume("v 5Gi class=gold");
        availableVolumes.changed(small, large);
        assertThat(take("a 1Gi")).isEqualTo("none");
        assertThat(take("b 2Gi class=gold")).isEqualTo("v");
        availableVolumes.changed(large, null);
        availableVolumes.release("v");
        assertThat(take("b 2Gi class=gold")).isEqualTo("none");
    }

    /// The lookup finds what a search through all volumes would.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void bestMatchIsTheBestOfAll(long seed) {
        var random = new Random(seed);
        List<PersistentVolume> volumes = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            PersistentVolume volume = volume("v" + i + " " + (1 + random.nextInt(9)) + "Gi " + words(random)
                    + (random.nextInt(5) == 0 ? " phase=Released" : "")
                    + (random.nextInt(5) == 0 ? " for=other" : ""));
            volumes.add(volume);
            availableVolumes.changed(null, volume);
        }
        for (int i = 0; i < 300; i++) {
            PersistentVolumeClaim claim = claim("c" + i + " " + (1 + random.nextInt(9)) + "Gi " + words(random)
                    + (random.nextInt(4) == 0 ? " select=disk" : ""));
            Optional<PersistentVolume> best = search(volumes, claim);
            assertThat(availableVolumes.take(claim)).isEqualTo(best);
            best.ifPresent(volumes::remove);
        }
    }

    private static String words(Random random) {
        return "modes=" + MODES.get(random.nextInt(MODES.size()))
                + (random.nextBoolean() ? " class=gold" : "")
                + (random.nextInt(4) == 0 ? " mode=Block" : "")
                + (random.nextInt(4) == 0 ? " attributes=fast" : "")
                + (random.nextBoolean() ? " label=disk" : " label=tape");
    }

    private static Optional<PersistentVolume> search(List<PersistentVolume> volumes, PersistentVolumeClaim claim) {
        return volumes.stream()
                .filter(volume -> volume.claim() == null && volume.phase().equals("Available"))
                .filter(volume ->
                        VolumeClaimMatch.mismatch(volume, claim) == null && VolumeClaimMatch.isSelected(volume, claim))
                .min(Comparator.comparingInt((PersistentVolume volume) ->
                                volume.accessModes().size())
                        .thenComparing(volume -> String.join(",", new TreeSet<>(volume.accessModes())))
                        .thenComparing(PersistentVolume::capacity)
                        .thenComparing(volume -> volume.meta().name()));
    }
}
