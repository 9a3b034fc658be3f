package dev.stowage.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.v1.VolumeHealth.VolumeHealthEntry;
import dev.stowage.driver.crash.VolumeLifecycle;
import dev.stowage.driver.crash.WrittenData;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.sdk.Bytes;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The life of a volume with synced data, on a disk that fails at each of its steps. After each step the file is there
/// with its checksum, in the same file system.
final class FaultyLifecycle {

    private static final String DISK = "disk";
    private static final String OTHER = "other";
    private static final String COPY = "copy";
    private static final String CUT = "cut";

    private final FaultySystem system;
    private final Fault fault;
    private final VolumeLifecycle life;
    private final FaultyStep step;
    private final long mebibytes;
    private final String sum;
    private final String uuid;

    /// Creates the volume and writes its data, while the disk works.
    FaultyLifecycle(FaultySystem system, Fault fault) throws Exception {
        this.system = system;
        this.fault = fault;
        this.life = system.lifecycle();
        this.step = new FaultyStep(system, fault, this::mustBeIntact);
        this.mebibytes = system.variant().mebibytes();
        life.create(DISK);
        use(DISK);
        sum = WrittenData.write(life.target(DISK));
        uuid = system.uuid(DISK);
    }

    private void mustBeIntact() throws Exception {
        use(DISK);
        WrittenData.mustBe(life.target(DISK), sum);
        assertThat(system.uuid(DISK)).as("UUID of the file system").isEqualTo(uuid);
        WrittenData.mustBeWritable(life.target(DISK));
    }

    void create() throws Exception {
        step.run("create", () -> life.create(OTHER));
    }

    /// Of another volume that is formatted here.
    void stageFirst() throws Exception {
        step.run("first stage", () -> life.stage(OTHER));
        step.run("publish", () -> life.publish(OTHER));
        leave(OTHER);
    }

    /// A second mkfs would be the end of the data.
    void stageAgain() throws Exception {
        leave(DISK);
        step.run("stage again", () -> life.stage(DISK));
    }

    /// @param reason of the problem that the driver must report
    void report(String reason) throws Exception {
        fault.strike(system.disk());
        assertThatThrownBy(() -> WrittenData.mustBeWritable(life.target(DISK)))
                .as("a synced write to a failed disk")
                .isInstanceOf(AssertionError.class);
        assertThat(life.health(DISK))
                .as("what the driver reports meanwhile")
                .extracting(VolumeHealthEntry::getReason)
                .contains(reason);
        step.repair();
        assertThat(life.health(DISK)).as("after the repair").isEmpty();
    }

    void modify() throws Exception {
        step.run("modify", () -> life.modify(DISK, "blue"));
    }

    void snapshot() throws Exception {
        step.run("snapshot", () -> life.snapshot(CUT, DISK));
        step.run("restore", () -> life.restore(COPY, CUT));
        mustBeCopied();
        step.run("delete of the snapshot", () -> life.deleteSnapshot(CUT));
        step.run("group snapshot", () -> life.snapshotGroup("group", DISK));
        life.deleteGroup();
    }

    void copy() throws Exception {
        step.run("clone", () -> life.copy(COPY, DISK));
        mustBeCopied();
    }

    private void mustBeCopied() throws Exception {
        if (system.variant().fsType().equals("btrfs")) {
            leave(DISK); // before Linux 6.7 a copy is not mounted beside its original
        }
        use(COPY);
        WrittenData.mustBe(life.target(COPY), sum);
        if (!system.variant().isRaw()) {
            assertThat(system.uuid(COPY)).as("UUID of the copy").isNotEqualTo(uuid);
        }
        leave(COPY);
        life.delete(COPY);
        mustBeIntact();
    }

    void expand() throws Exception {
        step.run("expand", () -> life.expand(DISK, 2 * mebibytes));
        life.expand(DISK, 3 * mebibytes);
        step.run("expand on the node", () -> life.expandOnNode(DISK, 3 * mebibytes));
        assertThat(size(life.target(DISK)))
                .isGreaterThan(Bytes.mebi(2 * mebibytes + mebibytes / 4).count());
    }

    private static long size(Path target) throws IOException {
        return Files.isDirectory(target) ? Files.getFileStore(target).getTotalSpace() : BlockDevice.size(target);
    }

    /// Deletes a volume that has a file system.
    void end() throws Exception {
        step.run("unpublish", () -> life.unpublish(DISK));
        life.unpublish(DISK);
        step.run("unstage", () -> {
            try {
                life.unpublish(DISK);
            } catch (StatusRuntimeException e) {
                // A disk that fails may keep it from the rest of the call, which only tidies up.
            }
            return life.unstage(DISK);
        });
        step.run("delete", () -> life.delete(OTHER));
        leave(DISK);
        life.delete(DISK);
    }

    private void use(String volume) throws Exception {
        life.stage(volume);
        life.publish(volume);
    }

    private void leave(String volume) throws Exception {
        life.unpublish(volume);
        life.unstage(volume);
    }
}
