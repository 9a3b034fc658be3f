package dev.stowage.control.binder;

import static dev.stowage.control.binder.BinderFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinderConcurrencyTest {
    private static final int MANY = 500;
    private static final int FEW = 20;

    @FunctionalInterface
    private interface Step {
        void make(int number) throws Exception;
    }

    /// All at once, as far as the server can take it.
    private static void each(int count, Step step) throws Exception {
        List<Future<?>> steps = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                int number = i;
                steps.add(threads.submit(() -> {
                    step.make(number);
                    return null;
                }));
            }
        }
        for (Future<?> made : steps) {
            made.get();
        }
    }

    private static long bound(Informer<PersistentVolumeClaim> claims) {
        return claims.all().stream().filter(claim -> claim.status().isBound()).count();
    }

    @Test
    void manyClaimsGetAVolumeEachAndNoWriteOfOursMeetsAnother(@TempDir Path folder) throws Exception {
        try (BinderFixture fixture = new BinderFixture(folder).begin()) {
            each(2 * MANY, i -> {
                if (i % 2 == 0) {
                    fixture.volume("v" + i, 1 + i % 7 + "Gi", "");
                } else {
                    fixture.claim("c" + i, "1Gi", "");
                }
            });
            Informer<PersistentVolumeClaim> claims =
                    fixture.controllerFixture().informers().of(Kinds.CLAIMS);
            soon().until(() -> bound(claims) == MANY);
            Informer<PersistentVolume> volumes =
                    fixture.controllerFixture().informers().of(Kinds.VOLUMES);
            soon().until(() ->
                    volumes.all().stream().allMatch(volume -> volume.phase().equals("Bound")));

            var claimOf = volumes.all().stream()
                    .collect(Collectors.toMap(
                            volume -> volume.meta().name(),
                            volume -> Objects.requireNonNull(volume.claim()).uid()));
            assertThat(claims.all())
                    .allSatisfy(claim -> assertThat(claimOf)
                            .containsEntry(claim.volumeName(), claim.meta().uid()));
            assertThat(claimOf.values()).doesNotHaveDuplicates();
            assertThat(fixture.conflicts()).isZero();
            assertThat(fixture.writes()).isLessThanOrEqualTo(5 * MANY);
        }
    }

    @Test
    void pairsThatPointToEachOtherCostFourWritesEach(@TempDir Path folder) throws Exception {
        try (BinderFixture fixture = new BinderFixture(folder)) {
            each(FEW, i -> {
                fixture.volume("v" + i, "1Gi", """
                        , "claimRef": {"namespace": "default", "name": "c%d"}""".formatted(i));
                fixture.claim("c" + i, "1Gi", ", \"volumeName\": \"v" + i + "\"");
            });
            Informer<PersistentVolumeClaim> claims =
                    fixture.controllerFixture().informers().of(Kinds.CLAIMS);
            Informer<PersistentVolume> volumes =
                    fixture.controllerFixture().informers().of(Kinds.VOLUMES);
            // A volume whose event arrives before that of its claim is available until then, which costs one
            // more write.
            soon().until(() -> claims.all().size() == FEW && volumes.all().size() == FEW);
            fixture.begin();
            soon().until(() -> bound(claims) == FEW);
            assertThat(fixture.writes()).isEqualTo(4 * FEW);
            assertThat(fixture.conflicts()).isZero();
        }
    }

    @Test
    void oneOfManyClaimsGetsTheOnlyVolumeAndTheOthersTheNextOnes(@TempDir Path folder) throws Exception {
        try (BinderFixture fixture = new BinderFixture(folder).begin()) {
            fixture.volume("v", "1Gi", "");
            each(FEW, i -> fixture.claim("c" + i, "1Gi", ""));
            Informer<PersistentVolumeClaim> claims =
                    fixture.controllerFixture().informers().of(Kinds.CLAIMS);
            soon().until(() -> bound(claims) == 1);
            for (int i = 0; i < FEW; i++) {
                String name = "c" + i;
                soon().until(() -> fixture.claim(name).status().isBound()
                        || fixture.events(name).contains("FailedBinding"));
            }
            assertThat(bound(claims)).isEqualTo(1);

            each(FEW - 1, i -> fixture.volume("w" + i, "1Gi", ""));
            soon().until(() -> bound(claims) == FEW);
            assertThat(fixture.conflicts()).isZero();
        }
    }

    @Test
    void oneOfManyClaimsThatNameAVolumeGetsIt(@TempDir Path folder) throws Exception {
        try (BinderFixture fixture = new BinderFixture(folder).begin()) {
            each(FEW, i -> fixture.claim("c" + i, "1Gi", ", \"volumeName\": \"v\""));
            fixture.volume("v", "1Gi", "");
            Informer<PersistentVolumeClaim> claims =
                    fixture.controllerFixture().informers().of(Kinds.CLAIMS);
            soon().until(() -> bound(claims) == 1);
            for (int i = 0; i < FEW; i++) {
                String name = "c" + i;
                soon().until(() -> fixture.claim(name).status().isBound()
                        || fixture.events(name).contains("FailedBinding"));
            }
            assertThat(bound(claims)).isEqualTo(1);
            assertThat(fixture.conflicts()).isZero();
        }
    }
}
