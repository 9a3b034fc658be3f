package dev.stowage.explain.doctor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Grade;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
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

    private final Map<Sort, List<Thing>> things = new EnumMap<>(Sort.class);
    private final Map<Sort, String> unseen = new EnumMap<>(Sort.class);

    @Test
    void aClusterWithNothingWrongHasOnlyGoodChecks() {
        healthy();
        assertThat(examine()).allMatch(check -> check.grade() == Grade.OK);
    }

    @Test
    void aDriverWithoutItsObjectAndOneThatIsNowhereAreTold() {
        healthy();
        add(Sort.DRIVER, "{'metadata':{'name':'gone.example'}}");
        add(Sort.CSI_NODE, "{'metadata':{'name':'n2'},'spec':{'drivers':[{'name':'bare.example'}]}}");
        assertThat(names(Grade.WARN)).contains("drivers-registered", "drivers-declared");
        assertThat(text("drivers-registered")).contains("gone.example");
        assertThat(text("drivers-declared")).contains("bare.example");
    }

    @Test
    void noDefaultClassIsNotedAndTwoAreAWarning() {
        healthy();
        things.put(Sort.CLASS, new ArrayList<>());
        assertThat(names(Grade.NOTE)).containsExactly("class-default");
        defaultClass("a");
        defaultClass("b");
        assertThat(names(Grade.WARN)).containsExactly("class-default");
    }

    @Test
    void aLeaseThatNobodyRenewsIsBadAndThoseOfOthersAreNoConcern() {
        healthy();
        lease("external-attacher-leader-a.example", "2026-11-15T11:50:00.000000Z");
        lease("somebody-elses", "2026-01-01T00:00:00.000000Z");
        lease("gone.example", "2026-01-01T00:00:00.000000Z");
        assertThat(names(Grade.BAD)).containsExactly("leases");
        assertThat(text("leases")).contains("external-attacher-leader-a.example", "600 s ago, by pod-1");
    }

    @Test
    void attachmentsThatLostVolumeOrNodeAreOrphans() {
        healthy();
        add(
                Sort.ATTACHMENT,
                "{'metadata':{'name':'va-1'},'spec':{'nodeName':'gone','source':{'persistentVolumeName':'pv-1'}}}");
        assertThat(examine())
                .filteredOn(check -> check.name().equals("attachments-orphaned"))
                .extracting(Check::grade)
                .containsExactly(Grade.WARN, Grade.WARN);
    }

    @Test
    void lostClaimsAreBadAndReleasedVolumesANote() {
        healthy();
        add(Sort.CLAIM, "{'metadata':{'name':'c','namespace':'x'},'status':{'phase':'Lost'}}");
        add(Sort.VOLUME, "{'metadata':{'name':'v'},'status':{'phase':'Released'}}");
        assertThat(names(Grade.BAD)).containsExactly("claims-lost");
        assertThat(names(Grade.NOTE)).containsExactly("volumes-released");
    }

    @Test
    void aDeletionThatDoesNotEndNamesWhoHoldsIt() {
        healthy();
        add(Sort.CLAIM, """
                {'metadata':{'name':'c','namespace':'x','deletionTimestamp':'2026-11-15T10:00:00Z',
                 'finalizers':['kubernetes.io/pvc-protection']},'status':{'phase':'Bound'}}""");
        assertThat(names(Grade.BAD)).containsExactly("deletions-stuck");
        assertThat(text("deletions-stuck")).contains("x/c", "2 h", "kubernetes.io/pvc-protection");
    }

    @Test
    void aClaimThatWaitsForAPodIsInOrderUntilThereIsOne() {
        healthy();
        add(Sort.CLAIM, """
                {'metadata':{'name':'c','namespace':'x','creationTimestamp':'2026-11-15T10:00:00Z'},
                 'spec':{'storageClassName':'late'},'status':{'phase':'Pending'}}""");
        add(Sort.CLASS, """
                {'metadata':{'name':'late'},'provisioner':'a.example','volumeBindingMode':'WaitForFirstConsumer'}""");
        assertThat(names(Grade.WARN)).isEmpty();
        add(Sort.POD, """
                {'metadata':{'name':'p','namespace':'x','creationTimestamp':'2026-11-15T11:59:00Z'},
                 'spec':{'volumes':[{'persistentVolumeClaim':{'claimName':'c'}}]},'status':{'phase':'Pending'}}""");
        assertThat(names(Grade.WARN)).containsExactly("claims-pending");
    }

    @Test
    void capacityThatIsPromisedAndMissingIsBadAndThatOfGoneNodesStale() {
        healthy();
        add(Sort.DRIVER, "{'metadata':{'name':'b.example'},'spec':{'storageCapacity':true}}");
        add(Sort.CLASS, """
                {'metadata':{'name':'late'},'provisioner':'b.example','volumeBindingMode':'WaitForFirstConsumer'}""");
        assertThat(names(Grade.BAD)).containsExactly("capacity-missing");
        add(Sort.CAPACITY, """
                {'metadata':{'name':'cap','namespace':'x'},'storageClassName':'late',
                 'nodeTopology':{'matchLabels':{'host':'n9'}}}""");
        assertThat(names(Grade.BAD)).isEmpty();
        assertThat(names(Grade.NOTE)).containsExactly("capacity-stale");
    }

    @Test
    void aSnapshotThatNobodyTouchedMeansNoController() {
        healthy();
        add(Sort.SNAPSHOT, "{'metadata':{'name':'s','namespace':'x','creationTimestamp':'2026-11-15T11:00:00Z'}}");
        add(Sort.SNAPSHOT_CONTENT, """
                {'metadata':{'name':'sc'},'spec':{'volumeSnapshotRef':{'name':'s','namespace':'x','uid':'other'}}}""");
        assertThat(names(Grade.BAD)).containsExactly("snapshots-untouched");
        assertThat(names(Grade.NOTE)).containsExactly("contents-orphaned");
    }

    @Test
    void nodesThatAreAwayOrTooNewAreTold() {
        healthy();
        add(Sort.NODE, """
                {'metadata':{'name':'n2'},'status':{'nodeInfo':{'kubeletVersion':'v1.37.0'},
                 'conditions':[{'type':'Ready','status':'Unknown'}]}}""");
        assertThat(names(Grade.BAD)).containsExactly("nodes-ready");
        assertThat(text("versions")).contains("n2 (v1.37.0, newer than the server)");
    }

    @Test
    void whatMayNotBeSeenIsToldAndNotTakenForHealth() {
        healthy();
        unseen.put(Sort.LEASE, "leases is forbidden");
        assertThat(names(Grade.WARN)).containsExactly("leases");
        assertThat(text("leases")).contains("leases is forbidden");
    }

    private void healthy() {
        add(Sort.NODE, """
                {'metadata':{'name':'n1'},'status':{'nodeInfo':{'kubeletVersion':'v1.36.3'},
                 'conditions':[{'type':'Ready','status':'True'}]}}""");
        add(Sort.DRIVER, "{'metadata':{'name':'a.example'}}");
        add(Sort.CSI_NODE, "{'metadata':{'name':'n1'},'spec':{'drivers':[{'name':'a.example'}]}}");
        defaultClass("usual");
        lease("a.example", "2026-11-15T11:59:55.000000Z");
    }

    private void defaultClass(String name) {
        add(Sort.CLASS, """
                {'metadata':{'name':'%s','annotations':{'storageclass.kubernetes.io/is-default-class':'true'}},
                 'provisioner':'a.example'}""".formatted(name));
    }

    private void lease(String name, String renewed) {
        add(Sort.LEASE, """
                {'metadata':{'name':'%s','namespace':'kube-system'},
                 'spec':{'holderIdentity':'pod-1','leaseDurationSeconds':15,'renewTime':'%s'}}""".formatted(name, renewed));
    }

    private void add(Sort sort, String json) {
        try {
            things.computeIfAbsent(sort, _ -> new ArrayList<>())
                    .add(new Thing(sort, Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Check> examine() {
        return ClusterDoctor.examine(new Picture(NOW, "v1.36.3", things, unseen));
    }

    private List<String> names(Grade grade) {
        return examine().stream()
                .filter(check -> check.grade() == grade)
                .map(Check::name)
                .toList();
    }

    private String text(String name) {
        return examine().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow()
                .text();
    }
}
