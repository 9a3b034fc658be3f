package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.EphemeralRecords.EphemeralRecord;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.linux.SyscallTimedOutException;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EphemeralVolumesTest {
    private static final Map<String, String> SMALL = Map.of("size", "16Mi");

    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    private final EphemeralFixture node = new EphemeralFixture(scratch);

    private LocalPublishing start() throws IOException {
        return node.start(EphemeralFixture.ONE_POOL);
    }

    @Test
    void afterARebootAVolumeIsThereForItsPodAndGoesWithIt() throws Exception {
        start().publish(node.publication("web", SMALL));
        Files.writeString(node.target("web").resolve("notes"), "kept");
        node.reboot("web");

        LocalPublishing again = start();
        again.publish(node.publication("web", SMALL));
        assertThat(node.target("web").resolve("notes")).hasContent("kept");
        assertThat(EphemeralFixture.provisioned(again)).isEqualTo(Bytes.mebi(16));
        again.unpublish(EphemeralFixture.id("web"), node.target("web"));

        assertThat(node.volume("web")).doesNotExist();
        assertThat(EphemeralFixture.provisioned(again)).isEqualTo(Bytes.ZERO);
    }

    @Test
    void afterARebootAnUnpublishWithoutAMountDeletesTheVolume() throws Exception {
        start().publish(node.publication("web", SMALL));
        node.reboot("web");

        LocalPublishing again = start();
        assertThat(EphemeralFixture.provisioned(again)).isEqualTo(Bytes.mebi(16));
        again.cleanUp(EphemeralFixture.id("web"), Path.of("/elsewhere"));
        assertThat(node.volume("web")).as("published at another path").exists();
        again.cleanUp(EphemeralFixture.id("web"), node.target("web"));

        assertThat(node.volume("web")).doesNotExist();
        assertThat(EphemeralFixture.provisioned(again)).isEqualTo(Bytes.ZERO);
        assertThat(scratch.path().resolve("data/ephemeral")).isEmptyDirectory();
    }

    @Test
    void aVolumeWhosePodIsGoneIsDeletedAtTheStart() throws Exception {
        start().publish(node.publication("web", SMALL));
        node.reboot("web");
        node.forget("web");

        assertThat(EphemeralFixture.provisioned(start())).isEqualTo(Bytes.ZERO);
        assertThat(node.volume("web")).doesNotExist();
    }

    @Test
    void aVolumeOfADriverWithoutRecordsIsDeletedUnlessItIsInUse() throws Exception {
        LocalPublishing before = start();
        before.publish(node.publication("web", SMALL));
        before.publish(node.publication("left", SMALL));
        Files.delete(scratch.path().resolve("data/ephemeral/csi-web.json"));
        Files.delete(scratch.path().resolve("data/ephemeral/csi-left.json"));
        node.reboot("left");

        LocalPublishing again = start();

        assertThat(node.volume("web")).exists();
        assertThat(node.volume("left")).doesNotExist();
        again.cleanUp(EphemeralFixture.id("web"), Path.of("/elsewhere"));
        assertThat(node.volume("web")).exists();
        node.reboot("web");
        again.cleanUp(EphemeralFixture.id("web"), node.target("web"));
        assertThat(node.volume("web")).doesNotExist();
    }

    @Test
    void halfAVolumeOfAKilledProcessIsDeletedAtTheStart() throws Exception {
        start().publish(node.publication("web", SMALL));
        node.reboot("web");
        Files.delete(node.volume("web").resolve("volume.json"));

        start();

        assertThat(node.volume("web")).doesNotExist();
        assertThat(scratch.path().resolve("data/ephemeral")).isEmptyDirectory();
    }

    @Test
    void aRecordThatCannotBeReadStopsNeitherTheDriverNorItsVolume() throws Exception {
        LocalPublishing before = start();
        before.publish(node.publication("web", SMALL));
        before.publish(node.publication("other", SMALL));
        node.reboot("web");
        node.reboot("other");
        Files.writeString(scratch.path().resolve("data/ephemeral/csi-web.json"), "{");
        Files.writeString(scratch.path().resolve("data/ephemeral/csi-other.json"), "{");

        LocalPublishing again = start();
        assertThat(node.volume("web")).exists();
        again.publish(node.publication("web", SMALL));
        again.unpublish(EphemeralFixture.id("web"), node.target("web"));
        again.cleanUp(EphemeralFixture.id("other"), node.target("other"));

        assertThat(node.volume("web")).doesNotExist();
        assertThat(node.volume("other")).doesNotExist();
        assertThat(scratch.path().resolve("data/ephemeral")).isEmptyDirectory();
    }

    @Test
    void aVolumeWhosePoolIsNotConfiguredOrNotMadeIsForgotten() throws Exception {
        LocalPublishing publishing =
                node.start(EphemeralFixture.ONE_POOL, List.of(node.pool("first"), node.notMadePool("new")));
        EphemeralRecords records =
                publishing.ephemeralCleanup().ephemeralVolumes().records();
        for (String pool : List.of("removed", "new")) {
            records.put(new EphemeralRecord(EphemeralFixture.id(pool), pool, node.target(pool)));

            publishing.cleanUp(EphemeralFixture.id(pool), node.target(pool));

            assertThat(records.all()).isEmpty();
        }
    }

    @Test
    void aVolumeWhoseDiskIsNotMountedIsNotForgotten() throws Exception {
        LocalPublishing publishing = start();
        publishing.publish(node.publication("web", SMALL));
        node.reboot("web");
        Files.move(scratch.path().resolve("first"), scratch.path().resolve("disk"));
        Files.createDirectories(scratch.path().resolve("first/volumes"));

        refused(
                CsiCode.UNAVAILABLE,
                "pool first is missing",
                () -> publishing.cleanUp(EphemeralFixture.id("web"), node.target("web")));

        assertThat(publishing.ephemeralCleanup().ephemeralVolumes().records().all())
                .hasSize(1);
    }

    @Test
    void aPublicationThatFailsLeavesNoVolume() throws Exception {
        LocalPublishing publishing = start();

        refused(
                CsiCode.INVALID_ARGUMENT,
                "",
                () -> publishing.publish(node.publication("web", SMALL, "context=system_u:object_r:tmp_t")));

        assertThat(node.volume("web")).doesNotExist();
        assertThat(EphemeralFixture.provisioned(publishing)).isEqualTo(Bytes.ZERO);
        assertThat(publishing.ephemeralCleanup().ephemeralVolumes().records().all())
                .isEmpty();
    }

    @Test
    void aPublicationThatMayStillAppearKeepsItsVolume() throws Exception {
        EphemeralVolumes volumes = start().ephemeralCleanup().ephemeralVolumes();
        volumes.create(node.publication("web", SMALL));

        volumes.undo(EphemeralFixture.id("web"), SyscallTimedOutException.of("mount", "/pods/web"));
        assertThat(node.volume("web")).exists();

        volumes.undo(EphemeralFixture.id("web"), new IOException("no such device"));
        assertThat(node.volume("web")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            size    | 65Mi      | OUT_OF_RANGE     | at most 64MiB
            size    | 1Ei       | OUT_OF_RANGE     | at most 64MiB
            pool    | second    | INVALID_ARGUMENT | cannot be in pool second
            pool    | third     | INVALID_ARGUMENT | unknown pool
            thin    | true      | INVALID_ARGUMENT | cannot be thin
            """)
    void aPodCannotChooseWhatTheOperatorDidNotAllow(String key, String value, CsiCode code, String reason)
            throws Exception {
        LocalPublishing publishing = start();

        refused(code, reason, () -> publishing.publish(node.publication("web", Map.of(key, value))));

        assertThat(node.volume("web")).doesNotExist();
    }

    @Test
    void withoutASizeAVolumeHasTheSizeThatIsAllowed() throws Exception {
        LocalPublishing publishing = start();
        publishing.publish(node.publication("web", Map.of()));
        assertThat(EphemeralFixture.provisioned(publishing)).isEqualTo(Bytes.mebi(64));
    }

    @Test
    void aNodeHasNoMoreThanItMayHave() throws Exception {
        LocalPublishing publishing = start();
        publishing.publish(node.publication("one", SMALL));
        publishing.publish(node.publication("two", SMALL));
        publishing.publish(node.publication("two", SMALL));

        refused(
                CsiCode.RESOURCE_EXHAUSTED,
                "has 2 inline volumes",
                () -> publishing.publish(node.publication("three", SMALL)));
        refused(
                CsiCode.RESOURCE_EXHAUSTED,
                "has 2 inline volumes",
                () -> start().publish(node.publication("three", SMALL)));
        publishing.unpublish(EphemeralFixture.id("one"), node.target("one"));
        publishing.publish(node.publication("three", SMALL));
    }

    @Test
    void otherPoolsAndNoInlineVolumesCanBeConfigured() throws Exception {
        LocalPublishing second = node.start(new InlineVolumePolicy(true, List.of("second"), Bytes.ZERO, 0));
        second.publish(node.publication("web", SMALL));
        assertThat(scratch.path().resolve("second/volumes/csi-web")).exists();

        LocalPublishing off = node.start(new InlineVolumePolicy(false, List.of("first"), Bytes.ZERO, 0));
        refused(
                CsiCode.INVALID_ARGUMENT,
                "does not create inline volumes",
                () -> off.publish(node.publication("other", SMALL)));
        off.unpublish(EphemeralFixture.id("web"), node.target("web"));
        assertThat(scratch.path().resolve("second/volumes/csi-web")).doesNotExist();
    }

    private static void refused(CsiCode code, String reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(reason);
    }
}
