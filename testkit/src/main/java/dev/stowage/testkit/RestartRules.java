package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_SNAPSHOT;
import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.LIST_VOLUMES;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.Volume;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;

/// What a driver still knows after a restart.
final class RestartRules {

    private RestartRules() {}

    static RuleGroup group() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "After a restart",
                rule("the driver is still the same", trial -> {
                    var before = trial.ok(CsiMethods.GET_PLUGIN_INFO, GetPluginInfoRequest.getDefaultInstance());
                    restart(trial);
                    assertThat(trial.ok(CsiMethods.GET_PLUGIN_INFO, GetPluginInfoRequest.getDefaultInstance()))
                            .isEqualTo(before);
                    assertThat(DeclaredCapabilities.of(trial.driverConnection()).declared())
                            .allMatch(trial::has);
                }),
                rule("a volume is still there, and the same request returns it again", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    Volume volume = trial.create(request);
                    restart(trial);
                    VolumeRules.assertExists(trial, volume);
                    assertThat(trial.create(request)).isEqualTo(volume);
                    if (trial.has(LIST_VOLUMES)) {
                        assertThat(ListVolumesRules.entry(trial, volume.getVolumeId()))
                                .isPresent();
                    }
                }),
                rule("a deleted volume stays deleted", trial -> {
                    Volume volume = trial.volume();
                    var _ = trial.ok(CsiMethods.DELETE_VOLUME, VolumeRules.deletion(trial, volume.getVolumeId()));
                    restart(trial);
                    trial.refused(
                            CsiMethods.VALIDATE_VOLUME_CAPABILITIES, VolumeRules.validation(trial, volume), NOT_FOUND);
                }),
                rule("a name in use with another size is still refused", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    Volume volume = trial.create(request);
                    restart(trial);
                    long larger =
                            Math.max(volume.getCapacityBytes(), trial.driver().volumeBytes()) + 1;
                    trial.refused(
                            CsiMethods.CREATE_VOLUME,
                            request.setCapacityRange(SampleRequests.atLeast(larger))
                                    .build(),
                            ALREADY_EXISTS);
                }),
                rule("a snapshot is still there, and the same request returns it again", trial -> {
                    trial.needs(CREATE_DELETE_SNAPSHOT);
                    CreateSnapshotRequest request =
                            trial.newSnapshot(trial.volume().getVolumeId()).build();
                    Snapshot snapshot = trial.snapshot(request);
                    restart(trial);
                    assertThat(trial.snapshot(request)).isEqualTo(snapshot);
                    var _ = trial.create(
                            trial.newVolume().setVolumeContentSource(SourceRules.snapshot(snapshot.getSnapshotId())));
                }),
                rule("between publish and unpublish: unpublish, unstage and delete still work", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.publish();
                    restart(trial);
                    lifecycle.unpublish(target);
                    lifecycle.unstage();
                    if (trial.driver().isLocal()) {
                        assertThat(target).doesNotExist();
                    }
                }),
                rule("between stage and publish: publish still works, and the data is kept", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.publish();
                    if (trial.driver().isLocal()) {
                        Files.writeString(target.resolve("file"), "text");
                    }
                    lifecycle.unpublish(target);
                    restart(trial);
                    Path again = lifecycle.publish();
                    if (trial.driver().isLocal()) {
                        assertThat(again.resolve("file")).hasContent("text");
                    }
                }),
                rule("a published volume stays published, and publishing it again → OK", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.newTarget();
                    var _ = trial.ok(
                            CsiMethods.NODE_PUBLISH_VOLUME,
                            lifecycle.publishRequest(target).build());
                    restart(trial);
                    if (trial.driver().isLocal()) {
                        assertThat(MountTable.isMountPoint(target)).isTrue();
                    }
                    var _ = trial.ok(
                            CsiMethods.NODE_PUBLISH_VOLUME,
                            lifecycle.publishRequest(target).build());
                }));
    }

    private static void restart(Trial trial) throws Exception {
        Assumptions.assumeTrue(trial.driver().restart().isPresent(), "no restart(…) was given");
        trial.driver().restart().orElseThrow().now();
        long end = System.nanoTime() + trial.driver().deadline().toNanos();
        while (trial.driverConnection()
                        .call(CsiMethods.PROBE, ProbeRequest.getDefaultInstance())
                        .code()
                != OK) {
            assertThat(System.nanoTime())
                    .as("the driver did not restart in time")
                    .isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
