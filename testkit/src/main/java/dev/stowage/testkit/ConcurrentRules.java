package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_SNAPSHOT;
import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.Volume;
import io.grpc.MethodDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// Sixteen clients that want the same thing at the same instant, and sixteen that want different things.
final class ConcurrentRules {

    private ConcurrentRules() {}

    static RuleGroup group() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "At the same instant",
                rule("CreateVolume of one name by sixteen clients makes one volume", trial -> {
                    CreateVolumeRequest request = trial.newVolume().build();
                    List<String> ids = same(
                            trial,
                            CsiMethods.CREATE_VOLUME,
                            request,
                            answer -> answer.getVolume().getVolumeId());
                    assertThat(ids)
                            .containsOnly(trial.ok(CsiMethods.CREATE_VOLUME, request)
                                    .getVolume()
                                    .getVolumeId());
                }),
                rule("CreateSnapshot of one name by sixteen clients makes one snapshot", trial -> {
                    trial.needs(CREATE_DELETE_SNAPSHOT);
                    CreateSnapshotRequest request =
                            trial.newSnapshot(trial.volume().getVolumeId()).build();
                    List<String> ids = same(
                            trial,
                            CsiMethods.CREATE_SNAPSHOT,
                            request,
                            answer -> answer.getSnapshot().getSnapshotId());
                    assertThat(ids)
                            .containsOnly(trial.ok(CsiMethods.CREATE_SNAPSHOT, request)
                                    .getSnapshot()
                                    .getSnapshotId());
                }),
                rule("DeleteVolume of one volume by sixteen clients", trial -> {
                    Volume volume = trial.volume();
                    var _ = same(
                            trial,
                            CsiMethods.DELETE_VOLUME,
                            VolumeRules.deletion(trial, volume.getVolumeId()),
                            _ -> "deleted");
                    trial.refused(
                            CsiMethods.VALIDATE_VOLUME_CAPABILITIES, VolumeRules.validation(trial, volume), NOT_FOUND);
                }),
                rule("NodePublishVolume at one target by sixteen clients is undone by one unpublish", trial -> {
                    VolumeLifecycle volumeLifecycle = trial.volumeLifecycle().stage();
                    Path target = volumeLifecycle.newTarget();
                    NodePublishVolumeRequest request =
                            volumeLifecycle.publishRequest(target).build();
                    var _ = same(trial, CsiMethods.NODE_PUBLISH_VOLUME, request, _ -> "published");
                    var _ = trial.ok(CsiMethods.NODE_PUBLISH_VOLUME, request);
                    volumeLifecycle.unpublish(target);
                    if (trial.driver().isLocal()) {
                        assertThat(target).doesNotExist();
                    }
                }),
                rule(
                        "sixteen volumes go through their whole lives, three times each",
                        trial -> atOnce(trial, client -> {
                            for (int round = 0; round < 3; round++) {
                                VolumeLifecycle volumeLifecycle =
                                        client.volumeLifecycle().stage();
                                Path target = volumeLifecycle.publish();
                                volumeLifecycle.unpublish(target);
                                volumeLifecycle.unstage();
                                var _ = client.ok(
                                        CsiMethods.DELETE_VOLUME, VolumeRules.deletion(client, volumeLifecycle.id()));
                            }
                            return "";
                        })));
    }

    /// The answers of those that succeeded, at least one; the others have to be told that the operation is pending.
    private static <Q extends Message, R extends Message> List<String> same(
            Trial trial, MethodDescriptor<Q, R> rpc, Q request, Function<R, String> id) throws Exception {
        List<String> ids = new ArrayList<>();
        for (RpcOutcome<R> outcome : atOnce(trial, client -> client.once(rpc, request))) {
            assertThat(outcome.code()).as("%s", outcome).isIn(OK, ABORTED);
            if (outcome instanceof RpcOutcome.Ok<R>(R answer)) {
                ids.add(id.apply(answer));
            }
        }
        assertThat(ids).as("clients that succeeded").isNotEmpty();
        return ids;
    }

    private interface Work<T> {
        T by(Trial client) throws Exception;
    }

    private static <T> List<T> atOnce(Trial trial, Work<T> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(ConcurrentClients.CLIENTS);
        List<Future<T>> running = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < ConcurrentClients.CLIENTS; client++) {
                running.add(threads.submit(() -> {
                    try (DriverConnection driverConnection = new DriverConnection(trial.driver())) {
                        Trial own = trial.beside(driverConnection);
                        start.await();
                        return work.by(own);
                    }
                }));
            }
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : running) {
            try {
                results.add(each.get());
            } catch (ExecutionException failure) {
                throw new AssertionError("one of sixteen clients failed: " + failure.getCause(), failure);
            }
        }
        return results;
    }
}
