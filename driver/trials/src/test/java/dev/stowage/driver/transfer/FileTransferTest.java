package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.driver.process.ScratchDirectory;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Volumes that are directories go from one driver process to another.
final class FileTransferTest {

    private static final String[] SUBVOLUMES = {"--backend=btrfs", "--pool-size=1Gi"};
    private static final String[] DIRECTORIES = {"--backend=directory"};

    private ScratchDirectory scratch;
    private final TreeContent content = new TreeContent();

    @BeforeEach
    void start() throws Exception {
        scratch = ScratchDirectory.make();
    }

    @AfterEach
    void stop() throws Exception {
        scratch.close();
    }

    private static SendRequest snapshot(String id) {
        return SendRequest.newBuilder().setSnapshotId(id).build();
    }

    @Test
    void aSubvolumeMovesWithAllItsFilesAndOnlyTheirDifferences() throws Exception {
        try (DriverNode here = DriverNode.start(scratch, "a", SUBVOLUMES);
                DriverNode there = DriverNode.start(scratch, "b", SUBVOLUMES)) {
            String id = here.volume("files", DriverNode.mounted());
            here.use(id, DriverNode.mounted(), root -> {
                Files.write(root.resolve("big"), new byte[8 << 20]);
                content.scribble(root, 300);
            });
            String first = here.snapshot("first", id);
            VolumeStream whole = new VolumeStream(here, there, 2);
            assertThat(whole.carry(id, snapshot(first)).getState()).isEqualTo(Copy.State.STANDBY);
            here.use(id, DriverNode.mounted(), root -> content.scribble(root, 20));
            String second = here.snapshot("second", id);
            VolumeStream difference = new VolumeStream(here, there, 2);
            difference.carry(
                    id, snapshot(second).toBuilder().setBaseSnapshotId(first).build());
            assertThat(difference.bytes()).isPositive().isLessThan(whole.bytes() / 2);

            here.use(id, DriverNode.mounted(), root -> content.scribble(root, 5));
            assertThat(here.fence(id, 2).getInUse()).isFalse();
            new VolumeStream(here, there, 2)
                    .carry(
                            id,
                            SendRequest.newBuilder()
                                    .setVolumeId(id)
                                    .setBaseSnapshotId(second)
                                    .build());

            assertThat(there.activate(id, 2).getState()).isEqualTo(Copy.State.ACTIVE);
            there.use(id, DriverNode.mounted(), content::mustBe);
            assertThat(there.inPool("received")).isEmpty();
            assertThat(there.inPool("incoming")).isEmpty();
        }
    }

    @Test
    void aDirectoryMovesAsAWhole() throws Exception {
        try (DriverNode here = DriverNode.start(scratch, "a", DIRECTORIES);
                DriverNode there = DriverNode.start(scratch, "b", DIRECTORIES)) {
            String id = here.volume("files", DriverNode.mounted());
            here.use(id, DriverNode.mounted(), root -> content.scribble(root, 300));
            here.fence(id, 2);
            new VolumeStream(here, there, 2)
                    .carry(id, SendRequest.newBuilder().setVolumeId(id).build());
            there.activate(id, 2);

            there.use(id, DriverNode.mounted(), content::mustBe);
        }
    }

    @Test
    void aSubvolumeBecomesADirectory() throws Exception {
        try (DriverNode here = DriverNode.start(scratch, "a", SUBVOLUMES);
                DriverNode there = DriverNode.start(scratch, "b", DIRECTORIES)) {
            String id = here.volume("files", DriverNode.mounted());
            here.use(id, DriverNode.mounted(), root -> content.scribble(root, 100));
            new VolumeStream(here, there, 2).carry(id, snapshot(here.snapshot("first", id)));
            there.activate(id, 2);

            there.use(id, DriverNode.mounted(), content::mustBe);
        }
    }

    @Test
    void filesAreNotReceivedAsABlockDevice() throws Exception {
        try (DriverNode here = DriverNode.start(scratch, "a", SUBVOLUMES);
                DriverNode there = DriverNode.start(scratch, "b")) {
            String id = here.volume("files", DriverNode.mounted());
            String first = here.snapshot("first", id);

            assertThatThrownBy(() -> new VolumeStream(here, there, 2).carry(id, snapshot(first)))
                    .hasMessageContaining("header.format FILES is not supported by this driver");
        }
    }

    @Test
    void aTransferThatIsKilledOnBothSidesIsResumed() throws Exception {
        try (DriverNode here = DriverNode.start(scratch, "a", SUBVOLUMES);
                DriverNode there = DriverNode.start(scratch, "b", SUBVOLUMES)) {
            String id = here.volume("files", DriverNode.mounted());
            here.use(id, DriverNode.mounted(), root -> {
                byte[] bytes = new byte[70 << 20];
                new Random(3).nextBytes(bytes);
                Files.write(root.resolve("big"), bytes);
                content.scribble(root, 100);
            });
            SendRequest all = snapshot(here.snapshot("first", id));
            there.begin(id, 2, new VolumeStream(here, there, 2).header(all));
            AtomicInteger extents = new AtomicInteger();
            VolumeStream killed = new VolumeStream(here, there, 2).through(extent -> {
                if (extents.incrementAndGet() == 69) {
                    there.process.kill();
                }
                return extent;
            });
            assertThatThrownBy(() -> killed.carry(id, all)).hasMessageContaining("UNAVAILABLE");
            there.process.restart();
            here.process.restart();

            long durable = there.begin(id, 2, killed.header(all)).getDurableOffset();
            assertThat(durable).as("what was flushed before the kill").isGreaterThanOrEqualTo(60 << 20);
            VolumeStream rest = new VolumeStream(here, there, 2);
            assertThat(rest.carry(id, all).getState()).isEqualTo(Copy.State.STANDBY);
            assertThat(rest.bytes()).isLessThan(20 << 20);
            there.activate(id, 2);
            there.use(id, DriverNode.mounted(), content::mustBe);
        }
    }
}
