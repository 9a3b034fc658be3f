package dev.stowage.sdk.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

final class PlacementsTest {

    private static final VolumeId VOLUME = new VolumeId("v");
    private static final Path HERE = Path.of("/pods/1/mount");
    private static final Path THERE = Path.of("/pods/2/mount");

    @TempDir
    private Path folder;

    private int placed;

    private Placements open(String boot) throws IOException {
        return new Placements(folder, boot);
    }

    private static Placement at(Path path, AccessMode mode, String digest) {
        return new Placement(VOLUME, path, mode, digest);
    }

    private static void refused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aRepeatIsCarriedOutAgainBecauseTheKernelMayHaveForgotten() throws Exception {
        Placements placements = open("boot");
        placements.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "same"), true, () -> placed++);
        open("boot").place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "same"), true, () -> placed++);
        assertThat(placed).isEqualTo(2);
    }

    @Test
    void anotherUseOfTheSamePathIsRefused() throws Exception {
        Placements placements = open("boot");
        placements.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "same"), true, () -> placed++);
        refused(
                CsiCode.ALREADY_EXISTS,
                () -> placements.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, "other"), true, () -> placed++));
        assertThat(placed).isEqualTo(1);
    }

    @Test
    void aSingleWriterHasOnePathAndAnOrdinaryOneHasMany() throws Exception {
        Placements placements = open("boot");
        placements.place(at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++);
        refused(
                CsiCode.FAILED_PRECONDITION,
                () -> placements.place(at(THERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++));
        placements.clear(HERE, () -> {});
        placements.place(at(THERE, AccessMode.SINGLE_NODE_WRITER, ""), true, () -> placed++);
        placements.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, ""), true, () -> placed++);
        assertThat(placed).isEqualTo(3);
    }

    @Test
    void ofTwoThatWantToBeTheOnlyWriterAtOneInstantOneIsRefused() throws Exception {
        Placements placements = open("boot");
        for (int round = 0; round < 20; round++) {
            CyclicBarrier together = new CyclicBarrier(2);
            List<Future<Boolean>> both = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Path path : List.of(HERE, THERE)) {
                    both.add(threads.submit(() -> {
                        together.await();
                        try {
                            placements.place(at(path, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> {});
                            return true;
                        } catch (CsiException e) {
                            assertThat(e.code()).isEqualTo(CsiCode.FAILED_PRECONDITION);
                            return false;
                        }
                    }));
                }
            }
            assertThat(List.of(both.getFirst().get(), both.getLast().get())).containsExactlyInAnyOrder(true, false);
            placements.clear(placements.of(VOLUME).orElseThrow(), () -> {});
        }
    }

    @Test
    void aFirstAttemptThatFailsLeavesNoNote() throws Exception {
        Placements placements = open("boot");
        assertThatThrownBy(() -> placements.place(at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> {
                    throw new IOException("no");
                }))
                .hasMessage("no");
        assertThat(placements.of(VOLUME)).isEmpty();
    }

    @Test
    void aRepeatThatFailsKeepsTheNoteOfWhatIsInUse() throws Exception {
        Placements placements = open("boot");
        Placement used = at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, "");
        placements.place(used, true, () -> placed++);
        assertThatThrownBy(() -> placements.place(used, true, () -> {
                    throw new IOException("no");
                }))
                .hasMessage("no");
        assertThat(placements.isAt(VOLUME, HERE)).isTrue();
    }

    @Test
    void clearingThatFailsForgetsNothing() throws Exception {
        Placements placements = open("boot");
        placements.place(at(HERE, AccessMode.SINGLE_NODE_WRITER, ""), true, () -> placed++);
        assertThatThrownBy(() -> placements.clear(HERE, () -> {
                    throw new IOException("busy");
                }))
                .hasMessage("busy");
        assertThat(open("boot").of(VOLUME)).contains(HERE);
    }

    @Test
    void whatAnEarlierBootHadMountedHindersNobody() throws Exception {
        open("before").place(at(HERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++);
        Placements now = open("after");
        assertThat(now.of(VOLUME)).isEmpty();
        now.place(at(THERE, AccessMode.SINGLE_NODE_SINGLE_WRITER, ""), true, () -> placed++);
        assertThat(open("after").of(VOLUME)).contains(THERE);
    }
}
