package dev.stowage.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import io.grpc.MethodDescriptor;
import io.grpc.Status.Code;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;

/// The run of one rule against the driver: sends the calls, checks every error, and finally undoes their effects.
final class Trial implements AutoCloseable {

    private static final AtomicLong NAMES = new AtomicLong();
    private static final String RUN =
            "stowage-" + Long.toString(ProcessHandle.current().pid(), 36) + "-" + Long.toString(System.nanoTime(), 36);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final DriverConnection connection;
    private final DriverUnderTest driver;
    private final DeclaredCapabilities declared;
    private final boolean twice;
    private final TrialCleanup trialCleanup;

    Trial(DriverConnection connection, DriverUnderTest driver, DeclaredCapabilities declared, boolean twice) {
        this(connection, driver, declared, twice, new TrialCleanup(driver.secrets()));
    }

    private Trial(
            DriverConnection connection,
            DriverUnderTest driver,
            DeclaredCapabilities declared,
            boolean twice,
            TrialCleanup trialCleanup) {
        this.connection = connection;
        this.driver = driver;
        this.declared = declared;
        this.twice = twice;
        this.trialCleanup = trialCleanup;
    }

    DriverUnderTest driver() {
        return driver;
    }

    boolean has(CsiCapability csiCapability) {
        return declared.has(csiCapability);
    }

    void needs(CsiCapability csiCapability) {
        Assumptions.assumeTrue(declared.has(csiCapability), () -> "the driver does not declare " + csiCapability);
    }

    void needsLocalMounts() {
        Assumptions.assumeTrue(driver.isLocal(), "the driver's mounts are not visible to this process");
    }

    /// A unique name, in this run and all others.
    String name() {
        return RUN + "-" + NAMES.incrementAndGet();
    }

    <Q extends Message, R extends Message> R ok(MethodDescriptor<Q, R> rpc, Q request) {
        return attempt(rpc, request).orElseThrow();
    }

    <Q extends Message, R extends Message> void refused(MethodDescriptor<Q, R> rpc, Q request, Code... allowed) {
        RpcOutcome<R> outcome = Set.of(allowed).contains(Code.ABORTED) ? once(rpc, request) : attempt(rpc, request);
        assertThat(outcome.code())
                .as("%s of %s", DriverConnection.name(rpc), MessageText.of(request))
                .isIn((Object[]) allowed);
    }

    /// Sends the call like an orchestrator: ABORTED means "busy", and is retried until the timeout of a call.
    <Q extends Message, R extends Message> RpcOutcome<R> attempt(MethodDescriptor<Q, R> rpc, Q request) {
        long end = System.nanoTime() + driver.deadline().toNanos();
        RpcOutcome<R> outcome = once(rpc, request);
        while (outcome.code() == Code.ABORTED && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE);
            outcome = once(rpc, request);
        }
        return outcome;
    }

    /// Sends the call with any expected result, but a refusal must be well-formed.
    <Q extends Message, R extends Message> RpcOutcome<R> once(MethodDescriptor<Q, R> rpc, Q request) {
        RpcOutcome<R> first = checked(connection.call(rpc, request));
        trialCleanup.note(request, first);
        if (twice && first.code() != Code.ABORTED) {
            RpcOutcome<R> second = checked(connection.call(rpc, request));
            trialCleanup.note(request, second);
            IdempotencyCheck.check(rpc, request, first, second);
        }
        return first;
    }

    <Q extends Message, R extends Message> RpcOutcome<List<R>> stream(MethodDescriptor<Q, R> rpc, Q request) {
        RpcOutcome<List<R>> first = checked(connection.stream(rpc, request));
        if (twice) {
            RpcOutcome<List<R>> second = checked(connection.stream(rpc, request));
            assertThat(second).as("the same stream again").isEqualTo(first);
        }
        return first;
    }

    private static <R> RpcOutcome<R> checked(RpcOutcome<R> outcome) {
        if (outcome instanceof RpcOutcome.Refused<R> refused) {
            assertThat(refused.message())
                    .as("an error must have a message: %s", refused)
                    .isNotBlank();
            assertThat(refused.details())
                    .as("status details must be empty: %s", refused)
                    .isZero();
            assertThat(refused.code())
                    .as("%s: the driver crashed, hangs or returned an unspecific code", refused)
                    .isNotIn(Set.of(Code.UNKNOWN, Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED, Code.DATA_LOSS));
        }
        return outcome;
    }

    /// A request for an ordinary volume under a new name.
    CreateVolumeRequest.Builder newVolume() {
        return SampleRequests.volume(this, name());
    }

    Volume volume() {
        return create(newVolume());
    }

    Volume create(CreateVolumeRequest.Builder request) {
        return ok(CsiMethods.CREATE_VOLUME, request.build()).getVolume();
    }

    CreateSnapshotRequest.Builder newSnapshot(String volumeId) {
        return CreateSnapshotRequest.newBuilder()
                .setName(name())
                .setSourceVolumeId(volumeId)
                .putAllParameters(driver.snapshotParameters())
                .putAllSecrets(driver.secrets());
    }

    /// Repeats the call until the snapshot is ready, as the specification recommends.
    Snapshot snapshot(CreateSnapshotRequest request) {
        long end = System.nanoTime() + driver.deadline().toNanos();
        Snapshot snapshot = ok(CsiMethods.CREATE_SNAPSHOT, request).getSnapshot();
        while (!snapshot.getReadyToUse()) {
            assertThat(System.nanoTime())
                    .as("snapshot %s did not become ready in time", snapshot.getSnapshotId())
                    .isLessThan(end);
            LockSupport.parkNanos(PAUSE);
            snapshot = ok(CsiMethods.CREATE_SNAPSHOT, request).getSnapshot();
        }
        return snapshot;
    }

    Snapshot snapshot(String volumeId) {
        return snapshot(newSnapshot(volumeId).build());
    }

    /// The lifecycle of an ordinary volume.
    VolumeLifecycle volumeLifecycle() {
        return volumeLifecycle(volume(), SampleRequests.mount(this));
    }

    VolumeLifecycle volumeLifecycle(Volume volume, VolumeCapability capability) {
        return new VolumeLifecycle(this, volume, capability);
    }

    NodeGetInfoResponse node() {
        return ok(CsiMethods.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance());
    }

    DriverConnection driverConnection() {
        return connection;
    }

    /// Another client of the same driver; its effects are undone by this trial.
    Trial beside(DriverConnection other) {
        return new Trial(other, driver, declared, false, trialCleanup);
    }

    @Override
    public void close() {
        trialCleanup.undo(connection, PAUSE, driver.deadline());
    }
}
