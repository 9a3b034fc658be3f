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

    private AttacherFixture fixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new AttacherFixture(folder);
        fixture.volume("pv", "");
        fixture.attachment("va", "pv");
        var attached = Json.object();
        attached.putObject("status").put("attached", true);
        fixture.fixture
                .api()
                .patch(Kinds.ATTACHMENTS, "", "va", Patch.merge(attached).status());
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    @Test
    void aForceDuringARunIsHandledByTheNextRun() throws Exception {
        RoleContext context = fixture.fixture.shared(fixture.driver);
        var attachments = context.informers().of(Kinds.ATTACHMENTS);
        var volumes = context.informers().of(Kinds.VOLUMES);
        var nodes = context.informers().of(Kinds.CSI_NODES);
        context.informers().start();
        attachments.awaitSynced();
        volumes.awaitSynced();
        nodes.awaitSynced();
        var publishCalls =
                new PublishCalls(context.driver(), new SecretReader(context.api()), AttacherFixture.OPTIONS.timeout());
        var work = new AttachWorker(
                attachments, volumes, nodes, AttachmentObjects.ABILITIES, publishCalls, false, context.clock());
        AtomicInteger looks = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        // Like a queue: one run at a time.
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
                // The run in progress, and a complete one after it.
                int enough = looks.get() + 2;
                while (looks.get() < enough && looking.isAlive()) {
                    Thread.onSpinWait();
                }
                assertThat(asked()).as("after force %d", i).isGreaterThan(asked);
            }
        } finally {
            over.set(true);
            looking.join();
            context.informers().close();
            context.events().close();
            context.driver().close();
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
        return fixture.driver.calls("ControllerPublishVolume").size();
    }
}
