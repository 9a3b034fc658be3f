package dev.stowage.driver.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AttachmentRecordsTest {

    private static final VolumeId V = new VolumeId("v");
    private static final VolumeId W = new VolumeId("w");

    @TempDir
    private Path pool;

    private AttachmentRecords open() throws IOException {
        return AttachmentRecords.in(pool, new AttachmentLimit(1));
    }

    private static NodeAttachment writer(String node) {
        return new NodeAttachment(node, false, false);
    }

    private static NodeAttachment reader(String node) {
        return new NodeAttachment(node, true, true);
    }

    private static void refused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aVolumeWithAWriterIsOnOneNodeUntilItIsDetached() throws Exception {
        open().attach(V, writer("n1"));
        AttachmentRecords records = open();
        refused(CsiCode.FAILED_PRECONDITION, () -> records.attach(V, writer("n2")));
        refused(CsiCode.FAILED_PRECONDITION, () -> records.attach(V, reader("n2")));
        records.detach(V, Optional.of("n1"));
        records.attach(V, writer("n2"));
        assertThat(open().of(V)).containsExactly(writer("n2"));
    }

    @Test
    void readersShare() throws Exception {
        AttachmentRecords records = open();
        records.attach(V, reader("n1"));
        records.attach(V, reader("n2"));
        refused(CsiCode.FAILED_PRECONDITION, () -> records.attach(V, writer("n3")));
        records.detach(V, Optional.of("n1"));
        assertThat(records.of(V)).containsExactly(reader("n2"));
        records.detach(V, Optional.empty());
        assertThat(records.of(V)).isEmpty();
    }

    @Test
    void aRepeatIsFineAndAnotherWayIsNot() throws Exception {
        AttachmentRecords records = open();
        records.attach(V, writer("n1"));
        records.attach(V, writer("n1"));
        refused(CsiCode.ALREADY_EXISTS, () -> records.attach(V, new NodeAttachment("n1", true, false)));
        records.detach(V, Optional.of("n1"));
        records.detach(V, Optional.of("n1"));
    }

    @Test
    void aNodeTakesNoMoreThanItsLimitAlsoAfterARestart() throws Exception {
        open().attach(V, writer("n1"));
        AttachmentRecords records = open();
        refused(CsiCode.RESOURCE_EXHAUSTED, () -> records.attach(W, writer("n1")));
        records.detach(V, Optional.empty());
        records.attach(W, writer("n1"));
    }

    @Test
    void volumesThatComeAtOneInstantDoNotPassTheLimitTogether() throws Exception {
        AttachmentRecords records = open();
        for (int round = 0; round < 20; round++) {
            CyclicBarrier together = new CyclicBarrier(2);
            List<Future<Boolean>> both = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (VolumeId volume : List.of(V, W)) {
                    both.add(threads.submit(() -> {
                        together.await();
                        try {
                            records.attach(volume, writer("n1"));
                            return true;
                        } catch (CsiException e) {
                            assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED);
                            return false;
                        }
                    }));
                }
            }
            assertThat(List.of(both.getFirst().get(), both.getLast().get())).containsExactlyInAnyOrder(true, false);
            records.detach(V, Optional.empty());
            records.detach(W, Optional.empty());
        }
    }

    @Test
    void aNodeIsKnownOnceItHasRegistered() throws Exception {
        assertThat(open().knows("../n1")).isFalse();
        open().register("../n1");
        assertThat(open().knows("../n1")).isTrue();
        assertThat(open().knows("n1")).isFalse();
    }

    @Test
    void aNodeMayUseOnlyWhatIsAttachedToIt() throws Exception {
        AttachmentRecords one = open();
        PoolAttachments records = new PoolAttachments(Map.of("one", one));
        refused(CsiCode.FAILED_PRECONDITION, () -> records.require(V, "n1"));
        one.attach(V, writer("n1"));
        assertThat(records.require(V, "n1")).isEqualTo(writer("n1"));
        refused(CsiCode.FAILED_PRECONDITION, () -> records.require(V, "n2"));
    }
}
