package dev.stowage.sidecar.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.secret.SecretReader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForcedLookTest {
    private static final int TIMES = 100;

    private AttachScene scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new AttachScene(folder);
        scene.volume("pv", "");
        scene.attachment("va", "pv");
        var attached = Json.object();
        attached.putObject("status").put("attached", true);
        scene.stage
                .api()
                .patch(Kinds.ATTACHMENTS, "", "va", Patch.merge(attached).status());
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void aForceThatComesDuringALookIsHeardByTheNext() throws Exception {
        Shared shared = scene.stage.shared(scene.driver);
        var attachments = shared.informers().of(Kinds.ATTACHMENTS);
        var volumes = shared.informers().of(Kinds.VOLUMES);
        var nodes = shared.informers().of(Kinds.CSI_NODES);
        shared.informers().start();
        attachments.awaitSynced();
        volumes.awaitSynced();
        nodes.awaitSynced();
        var publishing = new Publishing(shared.driver(), new SecretReader(shared.api()), AttachScene.OPTIONS.timeout());
        var work =
                new AttachmentWork(attachments, volumes, nodes, Objects.ABILITIES, publishing, false, shared.clock());
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
            shared.informers().close();
            shared.events().close();
            shared.driver().close();
        }
    }

    private static void look(AttachmentWork work) {
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
