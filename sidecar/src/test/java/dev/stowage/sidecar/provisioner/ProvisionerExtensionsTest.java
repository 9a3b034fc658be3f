package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.k8s.LabelSelector.Requirement;
import dev.stowage.k8s.json.Json;
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
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
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

/// How the provisioner works with the parts that it leaves to others.
class ProvisionerExtensionsTest {
    private ProvisionerFixture at;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final ProvisionerExtensions provisionerExtensions =
            ProvisionerExtensions.none().with(new Heard());

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        at = new ProvisionerFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        at.close();
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
            return List.of(new NodeSelectorTerm(List.of(new Requirement("node", "In", List.of("n1"))), List.of()));
        }

        @Override
        public void forget(PersistentVolumeClaim claim) {
            settled.incrementAndGet();
        }
    }

    private static String selected(String node) {
        return ", \"" + ProvisionerAnnotations.SELECTED_NODE + "\": \"" + node + "\"";
    }

    @Test
    void placeGoesIntoTheRequestAndTheAnswersPlaceIntoTheObject() throws Exception {
        at.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        at.begin(provisionerExtensions.with(new Rack()));
        PersistentVolumeClaim claim = at.claim("data", selected("n1"));
        assertThat(at.awaitVolume(claim).nodeTerms()).hasSize(1);
        assertThat(at.driver
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
        at.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        AtomicInteger calls = new AtomicInteger();
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            if (calls.incrementAndGet() == 1) {
                throw FakeDriver.failure(Status.Code.RESOURCE_EXHAUSTED, "full");
            }
            return at.fakeVolumes.create(request);
        });
        Rack rack = new Rack();
        at.begin(provisionerExtensions.with(rack));
        PersistentVolumeClaim claim = at.claim("data", selected("n1"));
        await().until(() -> at.find(claim)
                .orElseThrow()
                .meta()
                .annotation(ProvisionerAnnotations.SELECTED_NODE)
                .isEmpty());
        assertThat(calls).hasValue(1);
        assertThat(rack.settled).hasValue(1);
        assertThat(heard).containsExactly("failed fast");
        select(claim, "n2");
        at.awaitVolume(claim);
    }

    @Test
    void nodeThatIsGoneSendsTheClaimBackWithoutAskingTheDriver() throws Exception {
        at.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        Rack rack = new Rack();
        rack.nodeIsGone = true;
        at.begin(provisionerExtensions.with(rack));
        PersistentVolumeClaim claim = at.claim("data", selected("n1"));
        await().until(() -> at.find(claim)
                .orElseThrow()
                .meta()
                .annotation(ProvisionerAnnotations.SELECTED_NODE)
                .isEmpty());
        assertThat(at.count("CreateVolume")).isZero();
        rack.nodeIsGone = false;
        select(claim, "n2");
        at.awaitVolume(claim);
    }

    private void select(PersistentVolumeClaim claim, String node) throws Exception {
        var change = Json.object();
        change.putObject("metadata").putObject("annotations").put(ProvisionerAnnotations.SELECTED_NODE, node);
        at.sidecarFixture.api().patch(Kinds.CLAIMS, "default", claim.meta().name(), Patch.merge(change));
    }

    @Test
    void sourceIsInTheRequestAndReleasedWhenTheVolumeIsMade() throws Exception {
        at.storageClass("");
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = at.fakeVolumes.create(request);
            return made.toBuilder()
                    .setVolume(made.getVolume().toBuilder().setContentSource(request.getVolumeContentSource()))
                    .build();
        });
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
        at.begin(provisionerExtensions.with((DataSources) _ -> Optional.of(contentSource)));
        at.awaitVolume(at.claim("data"));
        assertThat(heard).contains("done");
        assertThat(at.driver
                        .<CreateVolumeRequest>calls("CreateVolume")
                        .getFirst()
                        .getVolumeContentSource()
                        .getVolume()
                        .getVolumeId())
                .isEqualTo("old");
    }

    @Test
    void claimForSomebodyElseIsLeftAlone() throws Exception {
        at.storageClass("");
        at.begin(provisionerExtensions.with((DataSources) claim -> {
            if (claim.meta().name().equals("theirs")) {
                throw new ProvisioningException(ProvisioningState.IGNORED, "a populator's");
            }
            return Optional.empty();
        }));
        PersistentVolumeClaim theirs = at.claim("theirs");
        PersistentVolumeClaim ours = at.claim("ours");
        at.awaitVolume(ours);
        assertThat(at.find(theirs).orElseThrow().meta().resourceVersion())
                .isEqualTo(theirs.meta().resourceVersion());
        assertThat(at.count("CreateVolume")).isEqualTo(1);
    }

    @Test
    void claimThatMayBecomeOursIsLookedAtAgain() throws Exception {
        at.storageClass("");
        AtomicInteger looks = new AtomicInteger();
        ClaimOwnership claimOwnership = new ClaimOwnership() {
            @Override
            public OwnershipDecision decide(
                    PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trialRequest)
                    throws ProvisioningException, InterruptedException {
                assertThat(trialRequest.request("n1").getName()).isEqualTo(ProvisionerFixture.volumeName(claim));
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
        at.begin(provisionerExtensions.with(claimOwnership));
        PersistentVolumeClaim claim = at.claim("data");
        String name = at.awaitVolume(claim).meta().name();
        assertThat(looks).hasValue(3);
        at.phase(name, "Released");
        at.delete(claim);
        await().until(() -> heard.contains("forgot"));
        assertThat(at.count("DeleteVolume")).isZero();
    }
}
