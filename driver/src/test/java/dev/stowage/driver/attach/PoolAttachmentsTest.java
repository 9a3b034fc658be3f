package dev.stowage.driver.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolAttachmentsTest {

    private static final VolumeId V = new VolumeId("v");
    private static final VolumeId W = new VolumeId("w");

    @TempDir
    private Path folder;

    private PoolAttachments open() throws IOException {
        AttachmentLimit limit = new AttachmentLimit(1);
        return new PoolAttachments(Map.of(
                "a", AttachmentRecords.in(folder.resolve("a"), limit),
                "b", AttachmentRecords.in(folder.resolve("b"), limit)));
    }

    @BeforeEach
    void registerNodes() throws IOException {
        AttachmentLimit limit = new AttachmentLimit(0);
        for (String zone : new String[] {"a", "b"}) {
            AttachmentRecords records = AttachmentRecords.in(folder.resolve(zone), limit);
            records.register("node-" + zone);
            records.register("node-both");
        }
    }

    private static NodeAttachment writer(String node) {
        return new NodeAttachment(node, false, false);
    }

    private static void refused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aNodeOfAnotherZoneIsKnownButGetsNoVolume() throws Exception {
        PoolAttachments attachments = open();
        assertThat(attachments.knows("node-b")).isTrue();
        refused(CsiCode.INVALID_ARGUMENT, () -> attachments.attach("a", V, writer("node-b")));
        assertThat(attachments.of(V)).isEmpty();
        attachments.attach("a", V, writer("node-a"));
        assertThat(open().of(V)).containsExactly(writer("node-a"));
    }

    @Test
    void aNodeThatIsForgottenGetsNoVolume() throws Exception {
        AttachmentRecords.in(folder.resolve("a"), new AttachmentLimit(0)).forget("node-a");
        refused(CsiCode.INVALID_ARGUMENT, () -> open().attach("a", V, writer("node-a")));
        assertThat(open().knows("node-a")).isFalse();
    }

    @Test
    void theLimitOfANodeCountsAllPools() throws Exception {
        open().attach("a", V, writer("node-both"));
        PoolAttachments attachments = open();
        refused(CsiCode.RESOURCE_EXHAUSTED, () -> attachments.attach("b", W, writer("node-both")));
        attachments.detach(V, Optional.of("node-both"));
        attachments.attach("b", W, writer("node-both"));
    }

    @Test
    void nothingIsAttachedInAMissingPool() throws Exception {
        PoolAttachments attachments = open();
        refused(CsiCode.UNAVAILABLE, () -> attachments.attach("c", V, writer("node-a")));
    }
}
