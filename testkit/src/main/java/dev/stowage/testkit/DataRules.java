package dev.stowage.testkit;

import static dev.stowage.testkit.Capability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.Rpc.CREATE_VOLUME;
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

/// What a workload sees: a mount or a device, and its data again after every way there and back.
final class DataRules {

    private DataRules() {}

    static RuleGroup mounted() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "Published volume",
                local(
                        "the target is a mount point",
                        (_, use) -> assertThat(Mountinfo.isMountPoint(use.publish()))
                                .isTrue()),
                local("it can be written and read", (_, use) -> {
                    Path file = Files.writeString(use.publish().resolve("file"), "text");
                    assertThat(file).hasContent("text");
                }),
                local("it is empty at first, but for lost+found", (_, use) -> {
                    try (var entries = Files.list(use.publish())) {
                        assertThat(entries.map(path -> path.getFileName().toString()))
                                .isSubsetOf("lost+found");
                    }
                }),
                local("published read-only, it cannot be written", (_, use) -> {
                    Path target = use.publishReadOnly();
                    assertThatThrownBy(() -> Files.writeString(target.resolve("file"), "text"))
                            .isInstanceOf(IOException.class);
                }),
                local("the data is there again after unpublish and publish", (_, use) -> {
                    Path target = use.publish();
                    Files.writeString(target.resolve("file"), "text");
                    use.unpublish(target);
                    assertThat(use.publish().resolve("file")).hasContent("text");
                }),
                local("the data is there again after unstage and stage", (_, use) -> {
                    Path target = use.publish();
                    Files.writeString(target.resolve("file"), "text");
                    use.unpublish(target);
                    use.unstage();
                    assertThat(use.stage().publish().resolve("file")).hasContent("text");
                }),
                local("unpublishing one target leaves the data of a second", (trial, _) -> {
                    Use use = shared(trial).stage();
                    Path one = use.publish();
                    Path two = use.publish();
                    Files.writeString(one.resolve("file"), "text");
                    assertThat(two.resolve("file")).hasContent("text");
                    use.unpublish(one);
                    assertThat(two.resolve("file")).hasContent("text");
                    assertThat(Mountinfo.isMountPoint(two)).isTrue();
                }),
                local("a second publication may be read-only while the first is not", (trial, _) -> {
                    Use use = shared(trial).stage();
                    Path writable = use.publish();
                    Path readable = use.publishReadOnly();
                    Files.writeString(writable.resolve("file"), "text");
                    assertThat(readable.resolve("file")).hasContent("text");
                    assertThatThrownBy(() -> Files.writeString(readable.resolve("file"), "other"))
                            .isInstanceOf(IOException.class);
                }),
                local("two volumes do not share data", (trial, use) -> {
                    Files.writeString(use.publish().resolve("file"), "text");
                    assertThat(trial.use().stage().publish().resolve("file")).doesNotExist();
                }));
    }

    static RuleGroup block() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "Raw block volume",
                rule("it goes through the whole life, each step twice", trial -> {
                    Use use = blockUse(trial).stage().stage();
                    Path target = use.publish();
                    use.unpublish(target);
                    use.unpublish(target);
                    use.unstage();
                }),
                rule("the target is a device of the volume's size", trial -> {
                    trial.needsLocalMounts();
                    Use use = blockUse(trial).stage();
                    Path device = use.publish();
                    assertThat((int) Files.getAttribute(device, "unix:mode") & 0170000)
                            .as("type of %s", device)
                            .isEqualTo(0060000);
                    try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
                        assertThat(channel.position(use.volume().getCapacityBytes() - 1)
                                        .read(ByteBuffer.allocate(1)))
                                .as("bytes read at the end of the volume")
                                .isEqualTo(1);
                    }
                }),
                rule("the data is there again after unstage and stage", trial -> {
                    trial.needsLocalMounts();
                    Use use = blockUse(trial).stage();
                    Path device = use.publish();
                    try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
                        channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
                        channel.force(true);
                    }
                    use.unpublish(device);
                    use.unstage();
                    ByteBuffer found = ByteBuffer.allocate(3);
                    try (FileChannel channel = FileChannel.open(use.stage().publish(), StandardOpenOption.READ)) {
                        channel.read(found, 0);
                    }
                    assertThat(found.array()).containsExactly(1, 2, 3);
                }),
                rule("unpublished, the target is gone", trial -> {
                    trial.needsLocalMounts();
                    Use use = blockUse(trial).stage();
                    Path device = use.publish();
                    use.unpublish(device);
                    assertThat(device).doesNotExist();
                }));
    }

    @FunctionalInterface
    private interface WithUse {
        void check(Trial trial, Use use) throws Exception;
    }

    private static Rule local(String sentence, WithUse check) {
        return rule(sentence, trial -> {
            trial.needsLocalMounts();
            check.check(trial, trial.use().stage());
        });
    }

    /// A volume that several workloads of the node may have at once.
    private static Use shared(Trial trial) {
        return supported(
                trial,
                Shapes.mount(
                        trial,
                        trial.has(Capability.NODE_SINGLE_NODE_MULTI_WRITER)
                                ? Mode.SINGLE_NODE_MULTI_WRITER
                                : Mode.MULTI_NODE_MULTI_WRITER));
    }

    static Use blockUse(Trial trial) {
        return supported(trial, Shapes.block());
    }

    /// No capability says which access types and modes a driver has: it is asked for one and may decline.
    private static Use supported(Trial trial, VolumeCapability capability) {
        var outcome = trial.attempt(
                CREATE_VOLUME,
                trial.newVolume().setVolumeCapabilities(0, capability).build());
        assertThat(outcome.code()).isIn(OK, INVALID_ARGUMENT, Code.FAILED_PRECONDITION);
        Assumptions.assumeTrue(outcome.code() == OK, () -> "the driver has no volumes with " + Text.of(capability));
        return trial.use(((Outcome.Ok<CreateVolumeResponse>) outcome).answer().getVolume(), capability);
    }
}
