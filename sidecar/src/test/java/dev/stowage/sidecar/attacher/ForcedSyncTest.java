package dev.stowage.sidecar.attacher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.secret.SecretReader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForcedSyncTest {
    private static final int TIMES = 100;

    private AttacherFixture scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new AttacherFixture(folder);
        scene.volume("pv", "");
        scene.attachment("va", "pv");
        var attached = Json.object();
        attached.putObject("status").put("attached", true);
        scene.sidecarFixture
                .api()
                .patch(Kinds.ATTACHMENTS, "", "va", Patch.merge(attached).status());
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void aForceThatComesDuringALookIsHeardByTheNext() throws Exception {
        RoleContext roleContext = scene.sidecarFixture.shared(scene.driver);
        var attachments = roleContext.informers().of(Kinds.ATTACHMENTS);
        var volumes = roleContext.informers().of(Kinds.VOLUMES);
        var nodes = roleContext.informers().of(Kinds.CSI_NODES);
        roleContext.informers().start();
        attachments.awaitSynced();
        volumes.awaitSynced();
        nodes.awaitSynced();
        var publishCalls = new PublishCalls(
                roleContext.driver(), new SecretReader(roleContext.api()), AttacherFixture.OPTIONS.timeout());
        var work = new AttachWorker(
                attachments, volumes, nodes, AttachmentObjects.ABILITIES, publishCalls, false, roleContext.clock());
        AtomicInteger looks = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        // As a queue does: one look at a time.
        Thread looking = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                look(work);
                looks.incrementAndGet();
            }
        });
        try {
            for (int i = 0; i < TIMES; i++) {
                int asked = asked();
                work.force("va");
                // The look that is under way, and a whole one after it.
                int enough = looks.get() + 2;
                while (looks.get() < enough && looking.isAlive()) {
                    Thread.onSpinWait();
                }
                assertThat(asked()).as("after force %d", i).isGreaterThan(asked);
            }
        } finally {
            over.set(true);
            looking.join();
            roleContext.informers().close();
            roleContext.events().close();
            roleContext.driver().close();
        }
    }

    private static void look(AttachWorker work) {
        try {
            work.work("va");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private int asked() {
        return scene.driver.calls("ControllerPublishVolume").size();
    }
}
