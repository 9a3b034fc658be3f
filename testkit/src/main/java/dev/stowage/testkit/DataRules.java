package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiMethods.CREATE_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import io.grpc.Status.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Assumptions;

/// What a workload sees: a mount or a device, and its data after every unpublish and publish.
final class DataRules {

    private DataRules() {}

    static RuleGroup mounted() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "Published volume",
                local(
                        "the target is a mount point",
                        (_, lifecycle) -> assertThat(MountTable.isMountPoint(lifecycle.publish()))
                                .isTrue()),
                local("it can be written and read", (_, lifecycle) -> {
                    Path file = Files.writeString(lifecycle.publish().resolve("file"), "text");
                    assertThat(file).hasContent("text");
                }),
                local("it is empty at first, but for lost+found", (_, lifecycle) -> {
                    try (var entries = Files.list(lifecycle.publish())) {
                        assertThat(entries.map(path -> path.getFileName().toString()))
                                .isSubsetOf("lost+found");
                    }
                }),
                local("published read-only, it cannot be written", (_, lifecycle) -> {
                    Path target = lifecycle.publishReadOnly();
                    assertThatThrownBy(() -> Files.writeString(target.resolve("file"), "text"))
                            .isInstanceOf(IOException.class);
                }),
                local("the data is there again after unpublish and publish", (_, lifecycle) -> {
                    Path target = lifecycle.publish();
                    Files.writeString(target.resolve("file"), "text");
                    lifecycle.unpublish(target);
                    assertThat(lifecycle.publish().resolve("file")).hasContent("text");
                }),
                local("the data is there again after unstage and stage", (_, lifecycle) -> {
                    Path target = lifecycle.publish();
                    Files.writeString(target.resolve("file"), "text");
                    lifecycle.unpublish(target);
                    lifecycle.unstage();
                    assertThat(lifecycle.stage().publish().resolve("file")).hasContent("text");
                }),
                local("unpublishing one target leaves the data of a second", (trial, _) -> {
                    VolumeLifecycle lifecycle = shared(trial).stage();
                    Path one = lifecycle.publish();
                    Path two = lifecycle.publish();
                    Files.writeString(one.resolve("file"), "text");
                    assertThat(two.resolve("file")).hasContent("text");
                    lifecycle.unpublish(one);
                    assertThat(two.resolve("file")).hasContent("text");
                    assertThat(MountTable.isMountPoint(two)).isTrue();
                }),
                local("a second publication may be read-only while the first is not", (trial, _) -> {
                    VolumeLifecycle lifecycle = shared(trial).stage();
                    Path writable = lifecycle.publish();
                    Path readable = lifecycle.publishReadOnly();
                    Files.writeString(writable.resolve("file"), "text");
                    assertThat(readable.resolve("file")).hasContent("text");
                    assertThatThrownBy(() -> Files.writeString(readable.resolve("file"), "other"))
                            .isInstanceOf(IOException.class);
                }),
                local("two volumes do not share data", (trial, lifecycle) -> {
                    Files.writeString(lifecycle.publish().resolve("file"), "text");
                    assertThat(trial.volumeLifecycle().stage().publish().resolve("file"))
                            .doesNotExist();
                }));
    }

    static RuleGroup block() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "Raw block volume",
                rule("it goes through the whole lifecycle, each step twice", trial -> {
                    VolumeLifecycle lifecycle = blockUse(trial).stage().stage();
                    Path target = lifecycle.publish();
                    lifecycle.unpublish(target);
                    lifecycle.unpublish(target);
                    lifecycle.unstage();
                }),
                rule("the target is a device of the volume's size", trial -> {
                    trial.needsLocalMounts();
                    VolumeLifecycle lifecycle = blockUse(trial).stage();
                    Path device = lifecycle.publish();
                    assertThat((int) Files.getAttribute(device, "unix:mode") & 0170000)
                            .as("type of %s", device)
                            .isEqualTo(0060000);
                    try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
                        assertThat(channel.position(lifecycle.volume().getCapacityBytes() - 1)
                                        .read(ByteBuffer.allocate(1)))
                                .as("bytes read at the end of the volume")
                                .isEqualTo(1);
                    }
                }),
                rule("the data is there again after unstage and stage", trial -> {
                    trial.needsLocalMounts();
                    VolumeLifecycle lifecycle = blockUse(trial).stage();
                    Path device = lifecycle.publish();
                    try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
                        channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
                        channel.force(true);
                    }
                    lifecycle.unpublish(device);
                    lifecycle.unstage();
                    ByteBuffer found = ByteBuffer.allocate(3);
                    try (FileChannel channel =
                            FileChannel.open(lifecycle.stage().publish(), StandardOpenOption.READ)) {
                        channel.read(found, 0);
                    }
                    assertThat(found.array()).containsExactly(1, 2, 3);
                }),
                rule("unpublished, the target is removed", trial -> {
                    trial.needsLocalMounts();
                    VolumeLifecycle lifecycle = blockUse(trial).stage();
                    Path device = lifecycle.publish();
                    lifecycle.unpublish(device);
                    assertThat(device).doesNotExist();
                }));
    }

    @FunctionalInterface
    private interface WithUse {
        void check(Trial trial, VolumeLifecycle lifecycle) throws Exception;
    }

    private static Rule local(String sentence, WithUse check) {
        return rule(sentence, trial -> {
            trial.needsLocalMounts();
            check.check(trial, trial.volumeLifecycle().stage());
        });
    }

    /// A volume that several workloads on the node may use at once.
    private static VolumeLifecycle shared(Trial trial) {
        return supported(
                trial,
                SampleRequests.mount(
                        trial,
                        trial.has(CsiCapability.NODE_SINGLE_NODE_MULTI_WRITER)
                                ? Mode.SINGLE_NODE_MULTI_WRITER
                                : Mode.MULTI_NODE_MULTI_WRITER));
    }

    static VolumeLifecycle blockUse(Trial trial) {
        return supported(trial, SampleRequests.block());
    }

    /// No capability declares the supported access types and modes: the suite tries one, and the driver may
    /// refuse it.
    private static VolumeLifecycle supported(Trial trial, VolumeCapability capability) {
        var outcome = trial.attempt(
                CREATE_VOLUME,
                trial.newVolume().setVolumeCapabilities(0, capability).build());
        assertThat(outcome.code()).isIn(OK, INVALID_ARGUMENT, Code.FAILED_PRECONDITION);
        Assumptions.assumeTrue(
                outcome.code() == OK, () -> "the driver has no volumes with " + MessageText.of(capability));
        return trial.volumeLifecycle(
                ((RpcOutcome.Ok<CreateVolumeResponse>) outcome).answer().getVolume(), capability);
    }
}
