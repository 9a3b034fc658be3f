package dev.stowage.sidecar.provisioner.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.provisioner.ClaimDecision;
import dev.stowage.sidecar.provisioner.ProvisionerObjects;
import dev.stowage.sidecar.provisioner.request.CreateVolumeTemplate;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
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

public class ProvisioningJournalTest {
    public static final String NAME = "stowage-provisioning-" + FakeDriver.NAME;

    private SidecarFixture fixture;
    private final AtomicInteger requests = new AtomicInteger();
    private final List<String> found = new ArrayList<>();

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        fixture = new SidecarFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        fixture.close();
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

    private ProvisioningJournal provisioningJournal() {
        return new ProvisioningJournal(
                fixture.api(), "default", NAME, claim -> found.add(claim.meta().uid()));
    }

    private static PersistentVolumeClaim claim(int number) {
        PersistentVolumeClaim any =
                ProvisionerObjects.claim("by=ours node=n1 modes=ReadWriteMany size=3Gi attributes=gold source block");
        var note = JournaledClaim.of(any);
        note.withObject("/metadata").put("uid", "uid-" + number);
        return PersistentVolumeClaim.read(note);
    }

    @Test
    void whatIsNotedIsFoundByTheNext() throws Exception {
        ProvisioningJournal first = provisioningJournal();
        first.add(claim(1));
        first.add(claim(2));
        first.remove("uid-1");
        first.flush();
        provisioningJournal().read();
        assertThat(found).containsExactly("uid-2");
    }

    @Test
    void noteHoldsWhatTheRequestNeeds() throws Exception {
        PersistentVolumeClaim before =
                ProvisionerObjects.claim("by=ours node=n1 modes=ReadWriteMany size=3Gi attributes=gold source block");
        PersistentVolumeClaim after = PersistentVolumeClaim.read(JournaledClaim.of(before));
        assertThat(CreateVolumeTemplate.of(ProvisionerObjects.TERMS, after, ProvisionerObjects.storageClass("")))
                .isEqualTo(
                        CreateVolumeTemplate.of(ProvisionerObjects.TERMS, before, ProvisionerObjects.storageClass("")));
        assertThat(after.dataSource()).isEqualTo(before.dataSource());
        assertThat(after.attributesClass()).isEqualTo("gold");
        assertThat(ClaimDecision.selectedNode(after)).isEqualTo("n1");
        assertThat(ClaimId.of(after)).isEqualTo(ClaimId.of(before));
    }

    @Test
    void manyNotesAreFewWrites() throws Exception {
        try (var api = new KubeClient(fixture.cluster(), new Counting(), "journal");
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            ProvisioningJournal provisioningJournal = new ProvisioningJournal(api, "default", NAME, _ -> {});
            List<Callable<Object>> notes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                PersistentVolumeClaim claim = claim(i);
                notes.add(() -> {
                    provisioningJournal.add(claim);
                    return claim;
                });
            }
            for (Future<Object> note : workers.invokeAll(notes)) {
                note.get();
            }
        }
        assertThat(requests.get()).isLessThan(100);
        provisioningJournal().read();
        assertThat(found).hasSize(200);
    }

    @Test
    void sameNoteIsWrittenOnce() throws Exception {
        ProvisioningJournal provisioningJournal = provisioningJournal();
        provisioningJournal.add(claim(1));
        String version = version();
        provisioningJournal.add(claim(1));
        assertThat(version()).isEqualTo(version);
    }

    @Test
    void notesOfAnotherWriterAreKept() throws Exception {
        ProvisioningJournal one = provisioningJournal();
        ProvisioningJournal other = provisioningJournal();
        one.add(claim(1));
        other.add(claim(2));
        assertThat(found).containsExactly("uid-1");
        one.remove("uid-1");
        one.add(claim(3));
        assertThat(found).containsExactly("uid-1", "uid-2");
        found.clear();
        provisioningJournal().read();
        assertThat(found).containsExactlyInAnyOrder("uid-2", "uid-3");
    }

    @Test
    void deletedJournalIsWrittenAgain() throws Exception {
        ProvisioningJournal provisioningJournal = provisioningJournal();
        provisioningJournal.add(claim(1));
        fixture.api().delete(fixture.api().find(Kinds.LEASES, "default", NAME).orElseThrow(), Kinds.LEASES);
        provisioningJournal.add(claim(2));
        provisioningJournal().read();
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
                // No request passes.
            }
        };
        try (var api = new KubeClient(fixture.cluster(), closed, "journal")) {
            ProvisioningJournal provisioningJournal = new ProvisioningJournal(api, "default", NAME, _ -> {});
            assertThatThrownBy(() -> provisioningJournal.add(claim(1))).isInstanceOf(InterruptedException.class);
            assertThatThrownBy(() -> provisioningJournal.add(claim(1))).isInstanceOf(InterruptedException.class);
        }
        assertThat(tries).as("the second was not taken for written").hasValue(2);
    }

    @Test
    void unreachableServerFailsEveryEntry(@TempDir Path folder) throws Exception {
        SidecarFixture other = new SidecarFixture(folder);
        try (var api = new KubeClient(other.cluster(), RequestLimiter.adaptive(), "journal");
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            other.close();
            ProvisioningJournal provisioningJournal = new ProvisioningJournal(api, "default", NAME, _ -> {});
            List<Callable<Object>> notes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                PersistentVolumeClaim claim = claim(i);
                notes.add(() -> {
                    provisioningJournal.add(claim);
                    return claim;
                });
            }
            for (Future<Object> note : workers.invokeAll(notes)) {
                assertThatThrownBy(note::get).hasCauseInstanceOf(ApiFailure.class);
            }
        }
    }

    private String version() throws Exception {
        return fixture.api()
                .find(Kinds.LEASES, "default", NAME)
                .orElseThrow()
                .meta()
                .resourceVersion();
    }
}
