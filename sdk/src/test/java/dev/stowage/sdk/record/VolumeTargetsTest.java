package dev.stowage.sdk.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.SyscallTimedOutException;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VolumeTargetsTest {

    private static final VolumeId VOLUME = new VolumeId("v");
    private static final Path HERE = Path.of("/pods/1/mount");
    private static final Path THERE = Path.of("/pods/2/mount");

    @TempDir
    private Path folder;

    private int placed;

    private VolumeTargets open(String boot) throws IOException {
        return new VolumeTargets(folder, boot);
    }

    private static VolumeTarget at(Path path, AccessMode mode, String digest) {
        return new VolumeTarget(VOLUME, path, mode, digest);
    }

    private static void refused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aRepeatIsCarriedOutAgainBecauseTheKernelMayHaveForgotten() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "same"), true, () -> placed++);
        open("boot").place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "same"), true, () -> placed++);
        assertThat(placed).isEqualTo(2);
    }

    @Test
    void anotherUseOfTheSamePathIsRefused() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "same"), true, () -> placed++);
        refused(
                CsiCode.ALREADY_EXISTS,
                () -> volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "other"), true, () -> placed++));
        assertThat(placed).isEqualTo(1);
    }

    @Test
    void aSingleWriterHasOnePathAndAnOrdinaryOneHasMany() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++);
        refused(
                CsiCode.FAILED_PRECONDITION,
                () -> volumeTargets.place(at(THERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++));
        volumeTargets.clear(HERE, () -> {});
        volumeTargets.place(at(THERE, AccessMode.SINGLE_NODE_WRITER, ""), true, () -> placed++);
        volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, ""), true, () -> placed++);
        assertThat(placed).isEqualTo(3);
    }

    @Test
    void ofTwoThatWantToBeTheOnlyWriterAtOneInstantOneIsRefused() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        for (int round = 0; round < 20; round++) {
            CyclicBarrier together = new CyclicBarrier(2);
            List<Future<Boolean>> both = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Path path : List.of(HERE, THERE)) {
                    both.add(threads.submit(() -> {
                        together.await();
                        try {
                            volumeTargets.place(at(path, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> {});
                            return true;
                        } catch (CsiException e) {
                            assertThat(e.code()).isEqualTo(CsiCode.FAILED_PRECONDITION);
                            return false;
                        }
                    }));
                }
            }
            assertThat(List.of(both.getFirst().get(), both.getLast().get())).containsExactlyInAnyOrder(true, false);
            volumeTargets.clear(volumeTargets.of(VOLUME).orElseThrow(), () -> {});
        }
    }

    @Test
    void aFirstAttemptThatFailsLeavesNoNote() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        assertThatThrownBy(() -> volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> {
                    throw new IOException("no");
                }))
                .hasMessage("no");
        assertThat(volumeTargets.of(VOLUME)).isEmpty();
    }

    @Test
    void aMountThatTimedOutKeepsItsNoteBecauseItMayStillAppear() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        VolumeTarget wanted = at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, "");
        assertThatThrownBy(() -> volumeTargets.place(wanted, true, () -> {
                    throw SyscallTimedOutException.of("mount", HERE.toString());
                }))
                .isInstanceOf(SyscallTimedOutException.class);
        assertThat(volumeTargets.isAt(VOLUME, HERE)).isTrue();
        refused(
                CsiCode.FAILED_PRECONDITION,
                () -> volumeTargets.place(at(THERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++));
        volumeTargets.clear(HERE, () -> {});
        assertThat(open("boot").of(VOLUME)).isEmpty();
    }

    @Test
    void aTimeoutBelowARefusalKeepsTheNoteToo() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        SyscallTimedOutException cause = SyscallTimedOutException.of("mount", HERE.toString());
        refused(
                CsiCode.UNAVAILABLE,
                () -> volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, ""), true, () -> {
                    throw new CsiException(CsiCode.UNAVAILABLE, "the share does not answer", cause);
                }));
        assertThat(volumeTargets.of(VOLUME)).contains(HERE);
    }

    @Test
    void aRepeatThatFailsKeepsTheNoteOfWhatIsInUse() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        VolumeTarget used = at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, "");
        volumeTargets.place(used, true, () -> placed++);
        assertThatThrownBy(() -> volumeTargets.place(used, true, () -> {
                    throw new IOException("no");
                }))
                .hasMessage("no");
        assertThat(volumeTargets.isAt(VOLUME, HERE)).isTrue();
    }

    @Test
    void clearingThatFailsForgetsNothing() throws Exception {
        VolumeTargets volumeTargets = open("boot");
        volumeTargets.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, ""), true, () -> placed++);
        assertThatThrownBy(() -> volumeTargets.clear(HERE, () -> {
                    throw new IOException("busy");
                }))
                .hasMessage("busy");
        assertThat(open("boot").of(VOLUME)).contains(HERE);
    }

    @Test
    void recordsOfAnEarlierBootAreIgnored() throws Exception {
        open("before").place(at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++);
        VolumeTargets now = open("after");
        assertThat(now.of(VOLUME)).isEmpty();
        now.place(at(THERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++);
        assertThat(open("after").of(VOLUME)).contains(THERE);
    }
}
