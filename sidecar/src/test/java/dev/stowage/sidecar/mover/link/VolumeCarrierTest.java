package dev.stowage.sidecar.mover.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import io.grpc.Context;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VolumeCarrierTest {
    private static final int BLOCK = FakeSource.BLOCK;
    private static final ExponentialBackoff QUICK =
            new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(50));
    private static final CarrierOptions OPTIONS = CarrierOptions.defaults().withBackoff(QUICK, Duration.ofMinutes(1));
    private static final SendRequest SNAPSHOT =
            SendRequest.newBuilder().setSnapshotId(FakeSource.SNAPSHOT).build();

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final FakeTarget target = new FakeTarget();
    private final List<CarrierProgress> progress = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        target.mayWrite.countDown();
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private LinkFixture link(FakeSource source) throws Exception {
        LinkFixture link = new LinkFixture(folder, source);
        open.add(link::close);
        return link;
    }

    private CarrierResult carry(LinkFixture link, SendRequest what, RateLimit limit, CarrierOptions options)
            throws Exception {
        return new VolumeCarrier(limit, options)
                .carry(
                        link.source(),
                        TransferGrpc.newBlockingStub(link.socket("target", target)),
                        what,
                        7,
                        FakeSource.VOLUME,
                        Map.of(),
                        progress::add);
    }

    private CarrierResult carry(LinkFixture link, SendRequest what) throws Exception {
        return carry(link, what, RateLimit.none(), OPTIONS);
    }

    /// Every fourth block is zero.
    private static FakeSource random(int count) {
        byte[] bytes = new byte[count * BLOCK];
        new Random(1).nextBytes(bytes);
        return new FakeSource(count, i -> i % 4 == 3 ? ByteString.EMPTY : ByteString.copyFrom(bytes, i * BLOCK, BLOCK));
    }

    @Test
    void aVolumeArrivesAsItWas() throws Exception {
        FakeSource source = random(40);
        CarrierResult result = carry(link(source), SNAPSHOT);
        assertThat(target.content()).isEqualTo(source.content());
        assertThat(result.copy().getState()).isEqualTo(Copy.State.STANDBY);
        assertThat(result.bytesTotal()).isEqualTo(30L * BLOCK);
        assertThat(result.bytesSent()).isGreaterThanOrEqualTo(result.bytesTotal());
        assertThat(result.wasComplete()).isFalse();
        assertThat(progress.getLast().bytesWalked()).isEqualTo(40L * BLOCK);
        assertThat(progress.getLast().bytesTotal()).isEqualTo(40L * BLOCK);
    }

    @Test
    void zeroesOfADifferenceArrive() throws Exception {
        FakeSource source = random(8);
        carry(
                link(source),
                SNAPSHOT.toBuilder().setBaseSnapshotId(FakeSource.SNAPSHOT).build());
        assertThat(target.content()).isEqualTo(source.content());
        assertThat(source.blocksSent).hasValue(8);
    }

    @Test
    void aRepeatOfACompleteTransferSendsNothing() throws Exception {
        FakeSource source = random(8);
        LinkFixture link = link(source);
        carry(link, SNAPSHOT);
        CarrierResult again = new VolumeCarrier(RateLimit.none(), OPTIONS)
                .carry(
                        link.source(),
                        TransferGrpc.newBlockingStub(link.socket("again", target)),
                        SNAPSHOT,
                        7,
                        FakeSource.VOLUME,
                        Map.of(),
                        progress::add);
        assertThat(again.wasComplete()).isTrue();
        assertThat(again.bytesSent()).isZero();
        assertThat(target.content()).isEqualTo(source.content());
    }

    @Test
    void aFailedStreamIsResumedWhereItWas() throws Exception {
        FakeSource source = random(40);
        source.interruptions.add(FakeSource.failure(10, Status.UNAVAILABLE));
        source.interruptions.add(FakeSource.failure(5, Status.INTERNAL));
        carry(link(source), SNAPSHOT);
        assertThat(target.content()).isEqualTo(source.content());
        assertThat(source.requests).extracting(SendRequest::getStartingOffset).hasSize(3);
        assertThat(source.requests.get(1).getStartingOffset()).isPositive();
        assertThat(source.requests.get(2).getStartingOffset())
                .isGreaterThan(source.requests.get(1).getStartingOffset());
        assertThat(source.blocksSent).as("nothing is sent twice").hasValue(30);
    }

    @Test
    void aBrokenConnectionIsResumed() throws Exception {
        FakeSource source = random(40);
        LinkFixture link = link(source);
        source.interruptions.add(new FakeSource.Interruption(15, () -> {
            var _ = Thread.ofVirtual().start(() -> restart(link));
            await().until(() -> Context.current().isCancelled());
            throw Status.CANCELLED.asRuntimeException();
        }));
        carry(link, SNAPSHOT);
        assertThat(target.content()).isEqualTo(source.content());
        assertThat(source.requests).hasSizeGreaterThan(1);
    }

    private static void restart(LinkFixture link) {
        try {
            link.restart();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRefusalEndsTheTransferAtOnce() throws Exception {
        FakeSource source = random(8);
        target.refusal = Status.FAILED_PRECONDITION.withDescription("it is receiving other content");
        LinkFixture link = link(source);
        assertThatThrownBy(() -> carry(link, SNAPSHOT)).isInstanceOfSatisfying(CarrierException.class, e -> {
            assertThat(e.isFinal()).isTrue();
            assertThat(e.side()).isEqualTo(CarrierException.Side.TARGET);
            assertThat(e).hasMessageContaining("it is receiving other content");
        });
        assertThat(target.begun).hasValue(1);
    }

    @Test
    void aVolumeThatThePeerMayNotHaveIsRefused() throws Exception {
        LinkFixture link = link(random(8));
        link.allowed.clear();
        assertThatThrownBy(() -> carry(link, SNAPSHOT)).isInstanceOfSatisfying(CarrierException.class, e -> {
            assertThat(e.code()).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(e.side()).isEqualTo(CarrierException.Side.SOURCE);
        });
    }

    @Test
    void aTransferThatComesNoFurtherEnds() throws Exception {
        FakeSource source = random(8);
        target.refusal = Status.UNAVAILABLE;
        LinkFixture link = link(source);
        assertThatThrownBy(() ->
                        carry(link, SNAPSHOT, RateLimit.none(), OPTIONS.withBackoff(QUICK, Duration.ofMillis(500))))
                .isInstanceOfSatisfying(
                        CarrierException.class, e -> assertThat(e.isFinal()).isFalse());
        assertThat(target.begun).hasValueGreaterThan(1);
    }

    @Test
    void aSlowTargetHoldsUpTheSourceAndAnInterruptEndsTheTransfer() throws Exception {
        int count = 4 * 256;
        byte[] bytes = new byte[BLOCK];
        new Random(2).nextBytes(bytes);
        FakeSource source = new FakeSource(count, _ -> ByteString.copyFrom(bytes));
        target.mayWrite = new CountDownLatch(1);
        LinkFixture link = link(source);
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread carrier = Thread.ofVirtual().start(() -> {
            try {
                carry(link, SNAPSHOT);
                end.complete(new AssertionError("it ended"));
            } catch (Exception | AssertionError e) {
                end.complete(e);
            }
        });
        await().until(() -> source.blocksSent.get() > 0);
        AtomicReference<Long> before = new AtomicReference<>(0L);
        await().pollInterval(Duration.ofMillis(500))
                .until(() -> source.blocksSent.get() == before.getAndSet(source.blocksSent.get()));
        assertThat(source.blocksSent.get() * BLOCK).isLessThan(64L << 20);
        carrier.interrupt();
        assertThat(end.join()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aVolumeThatShrinksIsCompressedWhenTheStreamIsHeldUp() throws Exception {
        byte[] text = "0123456789 to be compressed, again and again. "
                .repeat(BLOCK / 40)
                .getBytes(StandardCharsets.US_ASCII);
        FakeSource source = new FakeSource(160, _ -> ByteString.copyFrom(text, 0, BLOCK));
        CarrierResult result = carry(link(source), SNAPSHOT, RateLimit.of(16 << 20), OPTIONS);
        assertThat(target.content()).isEqualTo(source.content());
        assertThat(result.bytesSent()).isLessThan(result.bytesTotal() * 3 / 4);
    }
}
