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

/// 16 clients that send the same call at the same time, and 16 that send different ones.
final class ConcurrentRules {

    private ConcurrentRules() {}

    static RuleGroup group() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "Concurrent calls",
                rule("CreateVolume of one name by 16 clients creates one volume", trial -> {
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
                rule("CreateSnapshot of one name by 16 clients creates one snapshot", trial -> {
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
                rule("DeleteVolume of one volume by 16 clients", trial -> {
                    Volume volume = trial.volume();
                    var _ = same(
                            trial,
                            CsiMethods.DELETE_VOLUME,
                            VolumeRules.deletion(trial, volume.getVolumeId()),
                            _ -> "deleted");
                    trial.refused(
                            CsiMethods.VALIDATE_VOLUME_CAPABILITIES, VolumeRules.validation(trial, volume), NOT_FOUND);
                }),
                rule("NodePublishVolume at one target by 16 clients is undone by one unpublish", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.newTarget();
                    NodePublishVolumeRequest request =
                            lifecycle.publishRequest(target).build();
                    var _ = same(trial, CsiMethods.NODE_PUBLISH_VOLUME, request, _ -> "published");
                    var _ = trial.ok(CsiMethods.NODE_PUBLISH_VOLUME, request);
                    lifecycle.unpublish(target);
                    if (trial.driver().isLocal()) {
                        assertThat(target).doesNotExist();
                    }
                }),
                rule(
                        "16 volumes go through their whole lifecycle, three times each",
                        trial -> atOnce(trial, client -> {
                            for (int round = 0; round < 3; round++) {
                                VolumeLifecycle lifecycle =
                                        client.volumeLifecycle().stage();
                                Path target = lifecycle.publish();
                                lifecycle.unpublish(target);
                                lifecycle.unstage();
                                var _ = client.ok(
                                        CsiMethods.DELETE_VOLUME, VolumeRules.deletion(client, lifecycle.id()));
                            }
                            return "";
                        })));
    }

    /// The responses of the successful calls, at least one; the others must get ABORTED.
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

    private interface ConcurrentCall<T> {
        T by(Trial client) throws Exception;
    }

    private static <T> List<T> atOnce(Trial trial, ConcurrentCall<T> concurrentCall) throws Exception {
        CyclicBarrier start = new CyclicBarrier(ConcurrentClients.CLIENTS);
        List<Future<T>> running = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < ConcurrentClients.CLIENTS; client++) {
                running.add(threads.submit(() -> {
                    try (DriverConnection connection = new DriverConnection(trial.driver())) {
                        Trial own = trial.beside(connection);
                        start.await();
                        return concurrentCall.by(own);
                    }
                }));
            }
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : running) {
            try {
                results.add(each.get());
            } catch (ExecutionException failure) {
                throw new AssertionError("one of 16 clients failed: " + failure.getCause(), failure);
            }
        }
        return results;
    }
}
