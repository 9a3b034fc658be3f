package dev.stowage.node.volumemanager.desired;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The desired volumes of pods, with the kubelet's error texts.
final class DesiredPodVolumesTest {
    private static final String BOUND = "'status': {'phase': 'Bound'}";
    private static final String CLAIM =
            "{'metadata': {'name': 'c', 'namespace': 'ns', 'uid': 'u1'}, 'spec': {'volumeName': 'pv'}, " + BOUND + "}";
    private static final String VOLUME = "{'metadata': {'name': 'pv'}, 'spec': {'accessModes': ['ReadWriteOnce'],"
            + " 'claimRef': {'namespace': 'ns', 'name': 'c', 'uid': 'u1'}, 'csi': {'driver': 'd', 'volumeHandle': 'h'}}}";

    private static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NodePod pod(String volumes, String uses) {
        return NodePod.read(json("{'metadata': {'name': 'web', 'namespace': 'ns', 'uid': 'p1'}, 'spec': {'volumes': "
                + volumes + ", 'containers': [{'name': 'main', " + uses + "}]}}"));
    }

    private static ObjectLookup catalog(String claim, String volume, String driver) {
        Map<NamespacedName, PersistentVolumeClaim> claims =
                claim.isEmpty() ? Map.of() : keyed(PersistentVolumeClaim.read(json(claim)));
        return new ObjectLookup(
                key -> Optional.ofNullable(claims.get(key)),
                name -> volume.isEmpty()
                        ? Optional.empty()
                        : Optional.of(PersistentVolume.read(json(volume)))
                                .filter(found -> found.meta().name().equals(name)),
                name -> driver.isEmpty()
                        ? Optional.empty()
                        : Optional.of(CsiDriver.read(json(driver)))
                                .filter(found -> found.meta().name().equals(name)),
                found -> found.has("emptyDir"));
    }

    private static Map<NamespacedName, PersistentVolumeClaim> keyed(PersistentVolumeClaim claim) {
        return Map.of(claim.key(), claim);
    }

    private static final String OF_CLAIM = "[{'name': 'data', 'persistentVolumeClaim': {'claimName': 'c'}}]";
    private static final String MOUNTED = "'volumeMounts': [{'name': 'data'}]";

    @Test
    void theVolumeOfABoundClaimIsWanted() {
        DesiredPodVolumes desiredPodVolumes = DesiredPodVolumes.of(pod(OF_CLAIM, MOUNTED), catalog(CLAIM, VOLUME, ""));
        assertThat(desiredPodVolumes.failures()).isEmpty();
        assertThat(desiredPodVolumes.desired()).singleElement().satisfies(desired -> {
            assertThat(desired.key()).isEqualTo(new VolumeKey("d", "h"));
            assertThat(desired.podVolumeKey()).isEqualTo(new PodVolumeKey("p1", "pv", false));
            assertThat(desired.names()).containsExactly("data");
        });
    }

    @Test
    void aVolumeThatNoContainerUsesIsLeftAlone() {
        assertThat(DesiredPodVolumes.of(pod(OF_CLAIM, "'volumeMounts': []"), catalog("", "", "")))
                .isEqualTo(DesiredPodVolumes.NOTHING);
    }

    @Test
    void oneVolumeByTwoNamesIsOne() {
        String twice = "[{'name': 'data', 'persistentVolumeClaim': {'claimName': 'c'}},"
                + " {'name': 'more', 'persistentVolumeClaim': {'claimName': 'c'}}]";
        DesiredPodVolumes desiredPodVolumes = DesiredPodVolumes.of(
                pod(twice, "'volumeMounts': [{'name': 'data'}, {'name': 'more'}]"), catalog(CLAIM, VOLUME, ""));
        assertThat(desiredPodVolumes.desired())
                .singleElement()
                .satisfies(desired -> assertThat(desired.names()).containsExactly("data", "more"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # claim                                                                  | volume | use | message
            -                                                                        | - | volumeMounts | error processing PVC ns/c: failed to fetch PVC from API server: persistentvolumeclaims "c" not found
            'spec': {'volumeName': 'pv'}, 'status': {'phase': 'Pending'}              | - | volumeMounts | error processing PVC ns/c: PVC is not bound
            'spec': {}, 'status': {'phase': 'Bound'}                                  | - | volumeMounts | error processing PVC ns/c: PVC has empty pvc.Spec.VolumeName
            'spec': {'volumeName': 'pv'}, 'status': {'phase': 'Bound'}                | - | volumeMounts | error processing PVC ns/c: failed to fetch PV pv from API server: persistentvolumes "pv" not found
            'spec': {'volumeName': 'pv'}, 'status': {'phase': 'Bound'}                | 'csi': {'driver': 'd', 'volumeHandle': 'h'} | volumeMounts | error processing PVC ns/c: found PV object pv but it has a nil pv.Spec.ClaimRef indicating it is not yet bound to the claim
            'spec': {'volumeName': 'pv'}, 'status': {'phase': 'Bound'}                | 'claimRef': {'uid': 'u2'} | volumeMounts | error processing PVC ns/c: found PV object pv but its pv.Spec.ClaimRef.UID u2 does not point to claim.UID u1
            'spec': {'volumeName': 'pv'}, 'status': {'phase': 'Bound'}                | 'claimRef': {'uid': 'u1'}, 'volumeMode': 'Block' | volumeMounts | volume data has volumeMode Block, but is specified in volumeMounts
            'spec': {'volumeName': 'pv'}, 'status': {'phase': 'Bound'}                | 'claimRef': {'uid': 'u1'} | volumeDevices | volume data has volumeMode Filesystem, but is specified in volumeDevices
            """)
    void whatCannotBeFoundIsTold(String claim, String volume, String use, String message) {
        DesiredPodVolumes desiredPodVolumes = DesiredPodVolumes.of(
                pod(OF_CLAIM, "'" + use + "': [{'name': 'data'}]"),
                catalog(
                        claim.equals("-")
                                ? ""
                                : "{'metadata': {'name': 'c', 'namespace': 'ns', 'uid': 'u1'}, " + claim + "}",
                        volume.equals("-") ? "" : "{'metadata': {'name': 'pv'}, 'spec': {" + volume + "}}",
                        ""));
        assertThat(desiredPodVolumes.desired()).isEmpty();
        assertThat(desiredPodVolumes.failures()).isEqualTo(Map.of("data", message));
    }

    @Test
    void aClaimThatIsBeingDeletedIsUsedOnlyWhileItIsProtected() {
        String deleted = "'deletionTimestamp': '2026-01-01T00:00:00Z'";
        ObjectLookup free = catalog(CLAIM.replace("'uid': 'u1'", "'uid': 'u1', " + deleted), VOLUME, "");
        assertThat(DesiredPodVolumes.of(pod(OF_CLAIM, MOUNTED), free).failures())
                .isEqualTo(Map.of("data", "error processing PVC ns/c: PVC is being deleted"));
        ObjectLookup held = catalog(
                CLAIM.replace("'uid': 'u1'", "'uid': 'u1', 'finalizers': ['kubernetes.io/pvc-protection'], " + deleted),
                VOLUME,
                "");
        assertThat(DesiredPodVolumes.of(pod(OF_CLAIM, MOUNTED), held).desired()).hasSize(1);
    }

    @Test
    void theClaimOfAnEphemeralVolumeHasToBeThePods() {
        String ephemeral = "[{'name': 'data', 'ephemeral': {'volumeClaimTemplate': {}}}]";
        String claim = CLAIM.replace("'name': 'c'", "'name': 'web-data'");
        assertThat(DesiredPodVolumes.of(pod(ephemeral, MOUNTED), catalog(claim, VOLUME, ""))
                        .failures())
                .isEqualTo(Map.of("data", "PVC ns/web-data was not created for pod ns/web (pod is not owner)"));
        String owned = claim.replace(
                "'uid': 'u1'",
                "'uid': 'u1', 'ownerReferences': [{'kind': 'Pod', 'name': 'web', 'uid': 'p1', 'controller': true}]");
        assertThat(DesiredPodVolumes.of(pod(ephemeral, MOUNTED), catalog(owned, VOLUME, ""))
                        .desired())
                .hasSize(1);
    }

    @Test
    void anInlineVolumeNeedsADriverThatAllowsIt() {
        String inline = "[{'name': 'data', 'csi': {'driver': 'd', 'volumeAttributes': {'a': 'b'}}}]";
        NodePod pod = pod(inline, MOUNTED);
        assertThat(DesiredPodVolumes.of(pod, catalog("", "", "")).failures())
                .isEqualTo(Map.of("data", "volume mode \"Ephemeral\" not supported by driver d (no CSIDriver object)"));
        String persistent = "{'metadata': {'name': 'd'}, 'spec': {'volumeLifecycleModes': ['Persistent']}}";
        assertThat(DesiredPodVolumes.of(pod, catalog("", "", persistent)).failures())
                .isEqualTo(Map.of(
                        "data",
                        "volume mode \"Ephemeral\" not supported by driver d (only supports [\"Persistent\"])"));
        String both = persistent.replace("['Persistent']", "['Persistent', 'Ephemeral']");
        assertThat(DesiredPodVolumes.of(pod, catalog("", "", both)).desired())
                .singleElement()
                .satisfies(desired -> {
                    assertThat(desired.key().handle()).isEqualTo("csi-" + KubeletPaths.digest("p1data"));
                    assertThat(desired.ephemeral()).isTrue();
                });
    }

    @Test
    void whatWasFoundOnceStaysWantedWhenTheClaimIsGone() {
        NodePod pod = pod(OF_CLAIM, MOUNTED);
        DesiredPodVolumes before = DesiredPodVolumes.of(pod, catalog(CLAIM, VOLUME, ""));
        DesiredPodVolumes now = DesiredPodVolumes.of(pod, catalog("", "", "")).retaining(before);
        assertThat(now.desired()).isEqualTo(before.desired());
        assertThat(now.failures()).isEmpty();
    }

    @Test
    void theVolumeOfAClaimMayNeedNoDriver() {
        String hostPath = VOLUME.replace("'csi': {'driver': 'd', 'volumeHandle': 'h'}", "'hostPath': {'path': '/srv'}");
        String readOnly = OF_CLAIM.replace("'claimName': 'c'", "'claimName': 'c', 'readOnly': true");
        DesiredPodVolumes desiredPodVolumes =
                DesiredPodVolumes.of(pod(readOnly, MOUNTED), catalog(CLAIM, hostPath, ""));
        assertThat(desiredPodVolumes.failures()).isEmpty();
        assertThat(desiredPodVolumes.desired()).isEmpty();
        assertThat(desiredPodVolumes.builtIn()).singleElement().satisfies(volume -> {
            assertThat(volume.name()).isEqualTo("data");
            assertThat(volume.specName()).isEqualTo("pv");
            assertThat(volume.readOnly()).isTrue();
            assertThat(volume.source()).isEqualTo(json("{'hostPath': {'path': '/srv'}}"));
        });
    }

    @Test
    void aVolumeWithoutADriverIsLocal() {
        DesiredPodVolumes desiredPodVolumes =
                DesiredPodVolumes.of(pod("[{'name': 'data', 'emptyDir': {}}]", MOUNTED), catalog("", "", ""));
        assertThat(desiredPodVolumes.builtIn()).hasSize(1);
        assertThat(List.of(
                        desiredPodVolumes.desired(),
                        desiredPodVolumes.failures().keySet()))
                .allMatch(java.util.Collection::isEmpty);
    }
}
