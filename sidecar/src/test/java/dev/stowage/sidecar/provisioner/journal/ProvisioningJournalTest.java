package dev.stowage.sidecar.provisioner.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class ProvisioningJournalTest {
    public static final String OWNER = FakeDriver.NAME;
    /// Where the claims of these tests are.
    private static final String LEASE = ProvisioningJournal.leaseName(OWNER, ProvisioningJournal.leaseOf("shop"));
    private static final String EARLIER_LEASE = "stowage-provisioning-" + OWNER;

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
            // Only counts requests.
        }
    }

    private ProvisioningJournal provisioningJournal() {
        return new ProvisioningJournal(
                fixture.api(), "default", OWNER, claim -> found.add(claim.meta().uid()));
    }

    private static PersistentVolumeClaim claim(int number) {
        PersistentVolumeClaim any =
                ProvisionerObjects.claim("by=ours node=n1 modes=ReadWriteMany size=3Gi attributes=gold source block");
        var note = JournaledClaim.of(any, Set.of());
        note.withObject("/metadata").put("uid", "uid-" + number);
        return PersistentVolumeClaim.read(note);
    }

    /// A claim whose annotation is that long.
    private static PersistentVolumeClaim claim(int number, String annotation, int length) {
        var object = JournaledClaim.of(claim(number), Set.of());
        object.withObject("/metadata/annotations").put(annotation, "x".repeat(length));
        return PersistentVolumeClaim.read(object);
    }

    private static ClaimId id(int number) {
        return ClaimId.of(claim(number));
    }

    @Test
    void whatIsNotedIsFoundByTheNext() throws Exception {
        ProvisioningJournal first = provisioningJournal();
        first.add(claim(1), Set.of());
        first.add(claim(2), Set.of());
        first.remove(id(1));
        first.flush();
        provisioningJournal().read();
        assertThat(found).containsExactly("uid-2");
    }

    @Test
    void noteHoldsWhatTheRequestNeeds() throws Exception {
        PersistentVolumeClaim before =
                ProvisionerObjects.claim("by=ours node=n1 modes=ReadWriteMany size=3Gi attributes=gold source block");
        PersistentVolumeClaim after = PersistentVolumeClaim.read(JournaledClaim.of(before, Set.of()));
        assertThat(CreateVolumeTemplate.of(ProvisionerObjects.TERMS, after, ProvisionerObjects.storageClass("")))
                .isEqualTo(
                        CreateVolumeTemplate.of(ProvisionerObjects.TERMS, before, ProvisionerObjects.storageClass("")));
        assertThat(after.dataSource()).isEqualTo(before.dataSource());
        assertThat(after.attributesClass()).isEqualTo("gold");
        assertThat(ClaimDecision.selectedNode(after)).isEqualTo("n1");
        assertThat(ClaimId.of(after)).isEqualTo(ClaimId.of(before));
    }

    @Test
    void noteHasOnlyTheAnnotationsThatTheClassNames() throws Exception {
        PersistentVolumeClaim claim = claim(1, "example.com/tenant", 10);
        assertThat(PersistentVolumeClaim.read(JournaledClaim.of(claim, Set.of("example.com/tenant")))
                        .meta()
                        .annotation("example.com/tenant"))
                .hasSize(10);
        assertThat(PersistentVolumeClaim.read(JournaledClaim.of(claim, Set.of()))
                        .meta()
                        .annotations())
                .containsOnlyKeys(VolumeAnnotations.SELECTED_NODE);
    }

    @Test
    void largeAnnotationOfOneClaimDoesNotStopTheOthers() throws Exception {
        ProvisioningJournal journal = provisioningJournal();
        journal.add(claim(1, "note", 250_000), Set.of());
        assertThatThrownBy(() -> journal.add(claim(2, "note", 250_000), Set.of("note")))
                .isInstanceOf(JournalFullException.class)
                .hasMessageContaining("shorten the annotations");
        journal.add(claim(3), Set.of());
        provisioningJournal().read();
        assertThat(found).containsExactly("uid-1", "uid-3");
    }

    @Test
    void fullLeaseRefusesTheNextClaimAndLosesNone() throws Exception {
        ProvisioningJournal journal = provisioningJournal();
        int fits = JournalLease.ROOM / JournalLease.LONGEST_NOTE;
        int almost = JournalLease.LONGEST_NOTE - 1000;
        for (int i = 0; i < fits; i++) {
            journal.add(claim(i, "note", almost), Set.of("note"));
        }
        assertThatThrownBy(() -> {
                    for (int i = fits; i < 2 * fits; i++) {
                        journal.add(claim(i, "note", almost), Set.of("note"));
                    }
                })
                .isInstanceOf(JournalFullException.class)
                .hasMessageContaining(LEASE + " is full");
        journal.remove(id(0));
        journal.add(claim(3 * fits, "note", almost), Set.of("note"));
        provisioningJournal().read();
        assertThat(found).hasSizeGreaterThanOrEqualTo(fits).contains("uid-" + 3 * fits);
    }

    @Test
    void notesOfAnEarlierVersionAreFoundAndRemoved() throws Exception {
        var array = JsonNodeFactory.instance.arrayNode();
        array.add(JournaledClaim.of(claim(1), Set.of()));
        array.add(JournaledClaim.of(claim(2), Set.of()));
        var lease = Json.object();
        lease.putObject("metadata")
                .put("name", EARLIER_LEASE)
                .putObject("annotations")
                .put("stowage.dev/provisioning", array.toString());
        lease.putObject("spec");
        fixture.api().create(Kinds.LEASES, "default", lease);
        ProvisioningJournal journal = provisioningJournal();
        journal.read();
        assertThat(found).containsExactly("uid-1", "uid-2");
        // It has its note already.
        journal.add(claim(2), Set.of());
        assertThat(fixture.api().find(Kinds.LEASES, "default", LEASE)).isEmpty();
        journal.add(claim(3), Set.of());
        assertThat(journal.remove(id(1))).isTrue();
        journal.flush();
        found.clear();
        provisioningJournal().read();
        assertThat(found).containsExactlyInAnyOrder("uid-2", "uid-3");
    }

    @Test
    void manyNotesAreFewWrites() throws Exception {
        try (var api = new KubeClient(fixture.cluster(), new Counting(), "journal");
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            ProvisioningJournal provisioningJournal = new ProvisioningJournal(api, "default", OWNER, _ -> {});
            List<Callable<Object>> notes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                PersistentVolumeClaim claim = claim(i);
                notes.add(() -> {
                    provisioningJournal.add(claim, Set.of());
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
        provisioningJournal.add(claim(1), Set.of());
        String version = version();
        provisioningJournal.add(claim(1), Set.of());
        assertThat(version()).isEqualTo(version);
    }

    @Test
    void notesOfAnotherWriterAreKept() throws Exception {
        ProvisioningJournal one = provisioningJournal();
        ProvisioningJournal other = provisioningJournal();
        one.add(claim(1), Set.of());
        other.add(claim(2), Set.of());
        assertThat(found).containsExactly("uid-1");
        one.remove(id(1));
        one.add(claim(3), Set.of());
        assertThat(found).containsExactly("uid-1", "uid-2");
        found.clear();
        provisioningJournal().read();
        assertThat(found).containsExactlyInAnyOrder("uid-2", "uid-3");
    }

    @Test
    void deletedJournalIsWrittenAgain() throws Exception {
        ProvisioningJournal provisioningJournal = provisioningJournal();
        provisioningJournal.add(claim(1), Set.of());
        fixture.api().delete(fixture.api().find(Kinds.LEASES, "default", LEASE).orElseThrow(), Kinds.LEASES);
        provisioningJournal.add(claim(2), Set.of());
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
                // Blocks every request.
            }
        };
        try (var api = new KubeClient(fixture.cluster(), closed, "journal")) {
            ProvisioningJournal provisioningJournal = new ProvisioningJournal(api, "default", OWNER, _ -> {});
            assertThatThrownBy(() -> provisioningJournal.add(claim(1), Set.of()))
                    .isInstanceOf(InterruptedException.class);
            assertThatThrownBy(() -> provisioningJournal.add(claim(1), Set.of()))
                    .isInstanceOf(InterruptedException.class);
        }
        assertThat(tries).as("the second was not taken for written").hasValue(2);
    }

    @Test
    void unreachableServerFailsEveryEntry(@TempDir Path folder) throws Exception {
        SidecarFixture other = new SidecarFixture(folder);
        try (var api = new KubeClient(other.cluster(), RequestLimiter.adaptive(), "journal");
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            other.close();
            ProvisioningJournal provisioningJournal = new ProvisioningJournal(api, "default", OWNER, _ -> {});
            List<Callable<Object>> notes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                PersistentVolumeClaim claim = claim(i);
                notes.add(() -> {
                    provisioningJournal.add(claim, Set.of());
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
                .find(Kinds.LEASES, "default", LEASE)
                .orElseThrow()
                .meta()
                .resourceVersion();
    }
}
