package dev.stowage.explain.doctor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.CheckSeverity;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterDoctorTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    private final Map<ResourceKind, List<KubeResource>> things = new EnumMap<>(ResourceKind.class);
    private final Map<ResourceKind, String> unseen = new EnumMap<>(ResourceKind.class);

    @Test
    void aClusterWithNothingWrongHasOnlyGoodChecks() {
        healthy();
        assertThat(examine()).allMatch(checkResult -> checkResult.severity() == CheckSeverity.OK);
    }

    @Test
    void aDriverWithoutItsObjectAndOneThatIsNowhereAreTold() {
        healthy();
        add(ResourceKind.DRIVER, "{'metadata':{'name':'gone.example'}}");
        add(ResourceKind.CSI_NODE, "{'metadata':{'name':'n2'},'spec':{'drivers':[{'name':'bare.example'}]}}");
        assertThat(names(CheckSeverity.WARN)).contains("drivers-registered", "drivers-declared");
        assertThat(text("drivers-registered")).contains("gone.example");
        assertThat(text("drivers-declared")).contains("bare.example");
    }

    @Test
    void noDefaultClassIsNotedAndTwoAreAWarning() {
        healthy();
        things.put(ResourceKind.CLASS, new ArrayList<>());
        assertThat(names(CheckSeverity.NOTE)).containsExactly("class-default");
        defaultClass("a");
        defaultClass("b");
        assertThat(names(CheckSeverity.WARN)).containsExactly("class-default");
    }

    @Test
    void aLeaseThatNobodyRenewsIsBadAndThoseOfOthersAreNoConcern() {
        healthy();
        lease("external-attacher-leader-a.example", "2026-11-15T11:50:00.000000Z");
        lease("somebody-elses", "2026-01-01T00:00:00.000000Z");
        lease("gone.example", "2026-01-01T00:00:00.000000Z");
        assertThat(names(CheckSeverity.BAD)).containsExactly("leases");
        assertThat(text("leases")).contains("external-attacher-leader-a.example", "600s ago by pod-1");
    }

    @Test
    void attachmentsThatLostVolumeOrNodeAreOrphans() {
        healthy();
        add(
                ResourceKind.ATTACHMENT,
                "{'metadata':{'name':'va-1'},'spec':{'nodeName':'gone','source':{'persistentVolumeName':'pv-1'}}}");
        assertThat(examine())
                .filteredOn(checkResult -> checkResult.name().equals("attachments-orphaned"))
                .extracting(CheckResult::severity)
                .containsExactly(CheckSeverity.WARN, CheckSeverity.WARN);
    }

    @Test
    void lostClaimsAreBadAndReleasedVolumesANote() {
        healthy();
        add(ResourceKind.CLAIM, "{'metadata':{'name':'c','namespace':'x'},'status':{'phase':'Lost'}}");
        add(ResourceKind.VOLUME, "{'metadata':{'name':'v'},'status':{'phase':'Released'}}");
        assertThat(names(CheckSeverity.BAD)).containsExactly("claims-lost");
        assertThat(names(CheckSeverity.NOTE)).containsExactly("volumes-released");
    }

    @Test
    void aDeletionThatDoesNotEndNamesWhoHoldsIt() {
        healthy();
        add(ResourceKind.CLAIM, """
                {'metadata':{'name':'c','namespace':'x','deletionTimestamp':'2026-11-15T10:00:00Z',
                 'finalizers':['kubernetes.io/pvc-protection']},'status':{'phase':'Bound'}}""");
        assertThat(names(CheckSeverity.BAD)).containsExactly("deletions-stuck");
        assertThat(text("deletions-stuck")).contains("x/c", "2 h", "kubernetes.io/pvc-protection");
    }

    @Test
    void aClaimThatWaitsForAPodIsInOrderUntilThereIsOne() {
        healthy();
        add(ResourceKind.CLAIM, """
                {'metadata':{'name':'c','namespace':'x','creationTimestamp':'2026-11-15T10:00:00Z'},
                 'spec':{'storageClassName':'late'},'status':{'phase':'Pending'}}""");
        add(ResourceKind.CLASS, """
                {'metadata':{'name':'late'},'provisioner':'a.example','volumeBindingMode':'WaitForFirstConsumer'}""");
        assertThat(names(CheckSeverity.WARN)).isEmpty();
        add(ResourceKind.POD, """
                {'metadata':{'name':'p','namespace':'x','creationTimestamp':'2026-11-15T11:59:00Z'},
                 'spec':{'volumes':[{'persistentVolumeClaim':{'claimName':'c'}}]},'status':{'phase':'Pending'}}""");
        assertThat(names(CheckSeverity.WARN)).containsExactly("claims-pending");
    }

    @Test
    void capacityThatIsPromisedAndMissingIsBadAndThatOfGoneNodesStale() {
        healthy();
        add(ResourceKind.DRIVER, "{'metadata':{'name':'b.example'},'spec':{'storageCapacity':true}}");
        add(ResourceKind.CLASS, """
                {'metadata':{'name':'late'},'provisioner':'b.example','volumeBindingMode':'WaitForFirstConsumer'}""");
        assertThat(names(CheckSeverity.BAD)).containsExactly("capacity-missing");
        add(ResourceKind.CAPACITY, """
                {'metadata':{'name':'cap','namespace':'x'},'storageClassName':'late',
                 'nodeTopology':{'matchLabels':{'host':'n9'}}}""");
        assertThat(names(CheckSeverity.BAD)).isEmpty();
        assertThat(names(CheckSeverity.NOTE)).containsExactly("capacity-stale");
    }

    @Test
    void aSnapshotThatNobodyTouchedMeansNoController() {
        healthy();
        add(
                ResourceKind.SNAPSHOT,
                "{'metadata':{'name':'s','namespace':'x','creationTimestamp':'2026-11-15T11:00:00Z'}}");
        add(ResourceKind.SNAPSHOT_CONTENT, """
                {'metadata':{'name':'sc'},'spec':{'volumeSnapshotRef':{'name':'s','namespace':'x','uid':'other'}}}""");
        assertThat(names(CheckSeverity.BAD)).containsExactly("snapshots-untouched");
        assertThat(names(CheckSeverity.NOTE)).containsExactly("contents-orphaned");
    }

    @Test
    void nodesThatAreAwayOrTooNewAreTold() {
        healthy();
        add(ResourceKind.NODE, """
                {'metadata':{'name':'n2'},'status':{'nodeInfo':{'kubeletVersion':'v1.37.0'},
                 'conditions':[{'type':'Ready','status':'Unknown'}]}}""");
        assertThat(names(CheckSeverity.BAD)).containsExactly("nodes-ready");
        assertThat(text("versions")).contains("n2 (v1.37.0, newer than the server)");
    }

    @Test
    void whatMayNotBeSeenIsToldAndNotTakenForHealth() {
        healthy();
        unseen.put(ResourceKind.LEASE, "leases is forbidden");
        assertThat(names(CheckSeverity.WARN)).containsExactly("leases");
        assertThat(text("leases")).contains("leases is forbidden");
    }

    private void healthy() {
        add(ResourceKind.NODE, """
                {'metadata':{'name':'n1'},'status':{'nodeInfo':{'kubeletVersion':'v1.36.3'},
                 'conditions':[{'type':'Ready','status':'True'}]}}""");
        add(ResourceKind.DRIVER, "{'metadata':{'name':'a.example'}}");
        add(ResourceKind.CSI_NODE, "{'metadata':{'name':'n1'},'spec':{'drivers':[{'name':'a.example'}]}}");
        defaultClass("usual");
        lease("a.example", "2026-11-15T11:59:55.000000Z");
    }

    private void defaultClass(String name) {
        add(ResourceKind.CLASS, """
                {'metadata':{'name':'%s','annotations':{'storageclass.kubernetes.io/is-default-class':'true'}},
                 'provisioner':'a.example'}""".formatted(name));
    }

    private void lease(String name, String renewed) {
        add(ResourceKind.LEASE, """
                {'metadata':{'name':'%s','namespace':'kube-system'},
                 'spec':{'holderIdentity':'pod-1','leaseDurationSeconds':15,'renewTime':'%s'}}""".formatted(name, renewed));
    }

    private void add(ResourceKind resourceKind, String json) {
        try {
            things.computeIfAbsent(resourceKind, _ -> new ArrayList<>())
                    .add(new KubeResource(
                            resourceKind, Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<CheckResult> examine() {
        return ClusterDoctor.examine(new ClusterState(NOW, "v1.36.3", things, unseen));
    }

    private List<String> names(CheckSeverity checkSeverity) {
        return examine().stream()
                .filter(checkResult -> checkResult.severity() == checkSeverity)
                .map(CheckResult::name)
                .toList();
    }

    private String text(String name) {
        return examine().stream()
                .filter(checkResult -> checkResult.name().equals(name))
                .findFirst()
                .orElseThrow()
                .text();
    }
}
