package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.extension.ClaimOwnership;
import dev.stowage.sidecar.provisioner.extension.DataSources;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningListener;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.extension.VolumeTopology;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the provisioner uses its extensions.
class ProvisionerExtensionsTest {
    private ProvisionerFixture fixture;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final ProvisionerExtensions extensions =
            ProvisionerExtensions.none().with(new Heard());

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        fixture = new ProvisionerFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        fixture.close();
    }

    private final class Heard implements ProvisioningListener {
        @Override
        public void provisioned(String storageClass, List<NodeSelectorTerm> affinity) {
            heard.add("provisioned " + storageClass);
        }

        @Override
        public void failed(String storageClass) {
            heard.add("failed " + storageClass);
        }

        @Override
        public void deleted(List<NodeSelectorTerm> affinity) {
            heard.add("deleted");
        }
    }

    private static final class Rack implements VolumeTopology {
        private final AtomicInteger settled = new AtomicInteger();
        private volatile boolean nodeIsGone;

        @Override
        public boolean isSupported() {
            return true;
        }

        @Override
        public TopologyRequirement accessibilityRequirements(
                PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode)
                throws ProvisioningException {
            if (nodeIsGone) {
                throw new ProvisioningException(ProvisioningState.RESCHEDULE, "node " + selectedNode + " is gone");
            }
            return TopologyRequirement.newBuilder()
                    .addPreferred(Topology.newBuilder().putSegments("node", selectedNode))
                    .build();
        }

        @Override
        public List<NodeSelectorTerm> nodeAffinity(List<Topology> accessible) {
            return List.of(new NodeSelectorTerm(List.of(LabelRequirement.in("node", List.of("n1"))), List.of()));
        }

        @Override
        public void forget(PersistentVolumeClaim claim) {
            settled.incrementAndGet();
        }
    }

    private static String selected(String node) {
        return ", \"" + VolumeAnnotations.SELECTED_NODE + "\": \"" + node + "\"";
    }

    @Test
    void placeGoesIntoTheRequestAndTheAnswersPlaceIntoTheObject() throws Exception {
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        fixture.begin(extensions.with(new Rack()));
        PersistentVolumeClaim claim = fixture.claim("data", selected("n1"));
        assertThat(fixture.awaitVolume(claim).nodeTerms()).hasSize(1);
        assertThat(fixture.driver
                        .<CreateVolumeRequest>calls("CreateVolume")
                        .getFirst()
                        .getAccessibilityRequirements()
                        .getPreferred(0)
                        .getSegmentsMap())
                .containsEntry("node", "n1");
        await().until(() -> heard.contains("provisioned fast"));
    }

    @Test
    void fullNodeSendsTheClaimBackToTheScheduler() throws Exception {
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        AtomicInteger calls = new AtomicInteger();
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            if (calls.incrementAndGet() == 1) {
                throw FakeDriver.failure(Status.Code.RESOURCE_EXHAUSTED, "full");
            }
            return fixture.fakeVolumes.create(request);
        });
        Rack rack = new Rack();
        fixture.begin(extensions.with(rack));
        PersistentVolumeClaim claim = fixture.claim("data", selected("n1"));
        await().until(() -> fixture.find(claim)
                .orElseThrow()
                .meta()
                .annotation(VolumeAnnotations.SELECTED_NODE)
                .isEmpty());
        assertThat(calls).hasValue(1);
        assertThat(rack.settled).hasValue(1);
        assertThat(heard).containsExactly("failed fast");
        select(claim, "n2");
        fixture.awaitVolume(claim);
    }

    @Test
    void deletedNodeReschedulesTheClaimWithoutCallingTheDriver() throws Exception {
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        Rack rack = new Rack();
        rack.nodeIsGone = true;
        fixture.begin(extensions.with(rack));
        PersistentVolumeClaim claim = fixture.claim("data", selected("n1"));
        await().until(() -> fixture.find(claim)
                .orElseThrow()
                .meta()
                .annotation(VolumeAnnotations.SELECTED_NODE)
                .isEmpty());
        assertThat(fixture.count("CreateVolume")).isZero();
        rack.nodeIsGone = false;
        select(claim, "n2");
        fixture.awaitVolume(claim);
    }

    private void select(PersistentVolumeClaim claim, String node) throws Exception {
        var change = Json.object();
        change.putObject("metadata").putObject("annotations").put(VolumeAnnotations.SELECTED_NODE, node);
        fixture.cluster.api().patch(Kinds.CLAIMS, "default", claim.meta().name(), Patch.merge(change));
    }

    @Test
    void sourceIsInTheRequestAndReleasedWhenTheVolumeIsMade() throws Exception {
        fixture.storageClass("");
        DataSources.ContentSource contentSource = new DataSources.ContentSource() {
            @Override
            public VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass) {
                var content = VolumeContentSource.newBuilder();
                content.getVolumeBuilder().setVolumeId("old");
                return content.build();
            }

            @Override
            public void release(PersistentVolumeClaim claim) {
                heard.add("done");
            }
        };
        fixture.begin(extensions.with((DataSources) _ -> Optional.of(contentSource)));
        fixture.awaitVolume(fixture.claim("data"));
        assertThat(heard).contains("done");
        assertThat(fixture.driver
                        .<CreateVolumeRequest>calls("CreateVolume")
                        .getFirst()
                        .getVolumeContentSource()
                        .getVolume()
                        .getVolumeId())
                .isEqualTo("old");
    }

    @Test
    void claimOfAnotherProvisionerIsIgnored() throws Exception {
        fixture.storageClass("");
        fixture.begin(extensions.with((DataSources) claim -> {
            if (claim.meta().name().equals("theirs")) {
                throw new ProvisioningException(ProvisioningState.IGNORED, "a populator's");
            }
            return Optional.empty();
        }));
        PersistentVolumeClaim theirs = fixture.claim("theirs");
        PersistentVolumeClaim ours = fixture.claim("ours");
        fixture.awaitVolume(ours);
        assertThat(fixture.find(theirs).orElseThrow().meta().resourceVersion())
                .isEqualTo(theirs.meta().resourceVersion());
        assertThat(fixture.count("CreateVolume")).isEqualTo(1);
    }

    @Test
    void claimThatMayBecomeOursIsRetried() throws Exception {
        fixture.storageClass("");
        AtomicInteger looks = new AtomicInteger();
        ClaimOwnership claimOwnership = new ClaimOwnership() {
            @Override
            public OwnershipDecision decide(PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trial)
                    throws ProvisioningException, InterruptedException {
                assertThat(trial.request("n1").getName()).isEqualTo(ProvisionerFixture.volumeName(claim));
                return looks.incrementAndGet() < 3 ? new RetryLater(Duration.ofMillis(20)) : new Ours();
            }

            @Override
            public boolean owns(dev.stowage.kube.model.PersistentVolume volume) {
                return false;
            }

            @Override
            public void forget(PersistentVolumeClaim claim) {
                heard.add("forgot");
            }
        };
        fixture.begin(extensions.with(claimOwnership));
        PersistentVolumeClaim claim = fixture.claim("data");
        String name = fixture.awaitVolume(claim).meta().name();
        assertThat(looks).hasValue(3);
        fixture.phase(name, "Released");
        fixture.delete(claim);
        await().until(() -> heard.contains("forgot"));
        assertThat(fixture.count("DeleteVolume")).isZero();
    }
}
