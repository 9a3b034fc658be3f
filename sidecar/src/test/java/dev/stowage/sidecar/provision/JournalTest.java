package dev.stowage.sidecar.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.stage.FakeDriver;
import dev.stowage.sidecar.stage.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    static final String NAME = "stowage-provisioning-" + FakeDriver.NAME;

    private Stage stage;
    private final AtomicInteger requests = new AtomicInteger();
    private final List<String> found = new ArrayList<>();

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        stage = new Stage(folder);
    }

    @AfterEach
    void end() throws Exception {
        stage.close();
    }

    private final class Counting implements RequestLimiter {
        @Override
        public void acquire() {
            requests.incrementAndGet();
        }

        @Override
        public void release(boolean refused) {
            // Only requests are counted.
        }
    }

    private Journal journal() {
        return new Journal(
                stage.api(), "default", NAME, claim -> found.add(claim.meta().uid()));
    }

    private static PersistentVolumeClaim claim(int number) {
        PersistentVolumeClaim any = Samples.claim("by=ours node=n1 modes=ReadWriteMany size=3Gi attributes=gold source block");
        var note = ClaimNote.of(any);
        note.withObject("/metadata").put("uid", "uid-" + number);
        return PersistentVolumeClaim.read(note);
    }

    @Test
    void whatIsNotedIsFoundByTheNext() throws Exception {
        Journal first = journal();
        first.note(claim(1));
        first.note(claim(2));
        first.strike("uid-1");
        first.flush();
        journal().read();
        assertThat(found).containsExactly("uid-2");
    }

    @Test
    void noteHoldsWhatTheRequestNeeds() throws Exception {
        PersistentVolumeClaim before = Samples.claim("by=ours node=n1 modes=ReadWriteMany size=3Gi attributes=gold source block");
        PersistentVolumeClaim after = PersistentVolumeClaim.read(ClaimNote.of(before));
        assertThat(VolumeRequest.of(Samples.TERMS, after, Samples.storageClass("")))
                .isEqualTo(VolumeRequest.of(Samples.TERMS, before, Samples.storageClass("")));
        assertThat(after.dataSource()).isEqualTo(before.dataSource());
        assertThat(after.attributesClass()).isEqualTo("gold");
        assertThat(ClaimDecision.selectedNode(after)).isEqualTo("n1");
        assertThat(ClaimId.of(after)).isEqualTo(ClaimId.of(before));
    }

    @Test
    void manyNotesAreFewWrites() throws Exception {
        try (var api = new KubeClient(stage.cluster(), new Counting(), "journal");
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            Journal journal = new Journal(api, "default", NAME, _ -> {});
            List<Callable<Object>> notes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                PersistentVolumeClaim claim = claim(i);
                notes.add(() -> {
                    journal.note(claim);
                    return claim;
                });
            }
            for (Future<Object> note : workers.invokeAll(notes)) {
                note.get();
            }
        }
        assertThat(requests.get()).isLessThan(100);
        journal().read();
        assertThat(found).hasSize(200);
    }

    @Test
    void sameNoteIsWrittenOnce() throws Exception {
        Journal journal = journal();
        journal.note(claim(1));
        String version = version();
        journal.note(claim(1));
        assertThat(version()).isEqualTo(version);
    }

    @Test
    void notesOfAnotherWriterAreKept() throws Exception {
        Journal one = journal();
        Journal other = journal();
        one.note(claim(1));
        other.note(claim(2));
        assertThat(found).containsExactly("uid-1");
        one.strike("uid-1");
        one.note(claim(3));
        assertThat(found).containsExactly("uid-1", "uid-2");
        found.clear();
        journal().read();
        assertThat(found).containsExactlyInAnyOrder("uid-2", "uid-3");
    }

    @Test
    void journalThatSomebodyDeletedIsWrittenAnew() throws Exception {
        Journal journal = journal();
        journal.note(claim(1));
        stage.api().delete(stage.api().find(Kinds.LEASES, "default", NAME).orElseThrow(), Kinds.LEASES);
        journal.note(claim(2));
        journal().read();
        assertThat(found).containsExactlyInAnyOrder("uid-1", "uid-2");
    }

    @Test
    void noteThatCannotBeWrittenIsNoNote() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        RequestLimiter closed = new RequestLimiter() {
            @Override
            public void acquire() throws InterruptedException {
                tries.incrementAndGet();
                throw new InterruptedException();
            }

            @Override
            public void release(boolean refused) {
                // Nobody enters.
            }
        };
        try (var api = new KubeClient(stage.cluster(), closed, "journal")) {
            Journal journal = new Journal(api, "default", NAME, _ -> {});
            assertThatThrownBy(() -> journal.note(claim(1))).isInstanceOf(InterruptedException.class);
            assertThatThrownBy(() -> journal.note(claim(1))).isInstanceOf(InterruptedException.class);
        }
        assertThat(tries).as("the second was not taken for written").hasValue(2);
    }

    @Test
    void serverThatIsGoneFailsEveryNote(@TempDir Path folder) throws Exception {
        Stage other = new Stage(folder);
        try (var api = new KubeClient(other.cluster(), RequestLimiter.adaptive(), "journal");
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            other.close();
            Journal journal = new Journal(api, "default", NAME, _ -> {});
            List<Callable<Object>> notes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                PersistentVolumeClaim claim = claim(i);
                notes.add(() -> {
                    journal.note(claim);
                    return claim;
                });
            }
            for (Future<Object> note : workers.invokeAll(notes)) {
                assertThatThrownBy(note::get).hasCauseInstanceOf(ApiFailure.class);
            }
        }
    }

    private String version() throws Exception {
        return stage.api()
                .find(Kinds.LEASES, "default", NAME)
                .orElseThrow()
                .meta()
                .resourceVersion();
    }
}
