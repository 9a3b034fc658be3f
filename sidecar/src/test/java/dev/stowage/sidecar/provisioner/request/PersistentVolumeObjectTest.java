package dev.stowage.sidecar.provisioner.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.Volume;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.sidecar.provisioner.ProvisionerObjects;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistentVolumeObjectTest {

    private static JsonNode object(
            ProvisioningSettings settings,
            String claim,
            String storageClass,
            Volume made,
            List<NodeSelectorTerm> affinity)
            throws ProvisioningException {
        var request = CreateVolumeTemplate.of(
                settings, ProvisionerObjects.claim(claim), ProvisionerObjects.storageClass(storageClass));
        return PersistentVolumeObject.of(
                settings,
                ProvisionerObjects.claim(claim),
                ProvisionerObjects.storageClass(storageClass),
                request,
                request.request(),
                made,
                affinity);
    }

    private static JsonNode json(String text) throws IOException {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void plainVolumeIsWrittenFieldByField() throws Exception {
        Volume made = Volume.newBuilder()
                .setVolumeId("vol-1")
                .setCapacityBytes(6L << 30)
                .putVolumeContext("pool", "a")
                .build();
        assertThat(object(ProvisionerObjects.TERMS, "", "csi.storage.k8s.io/fstype:ext4", made, List.of()))
                .isEqualTo(json("""
                        {'metadata': {
                           'name': 'pvc-0a1b2c3d-0000-4000-8000-000000000001',
                           'annotations': {
                             'pv.kubernetes.io/provisioned-by': 'fake.csi.example.com',
                             'volume.kubernetes.io/provisioner-deletion-secret-name': '',
                             'volume.kubernetes.io/provisioner-deletion-secret-namespace': ''},
                           'finalizers': ['external-provisioner.volume.kubernetes.io/finalizer']},
                         'spec': {
                           'capacity': {'storage': '6Gi'},
                           'accessModes': ['ReadWriteOnce'],
                           'persistentVolumeReclaimPolicy': 'Delete',
                           'storageClassName': 'fast',
                           'volumeMode': 'Filesystem',
                           'claimRef': {'kind': 'PersistentVolumeClaim', 'namespace': 'shop', 'name': 'data',
                             'uid': '0a1b2c3d-0000-4000-8000-000000000001', 'apiVersion': 'v1',
                             'resourceVersion': '7'},
                           'csi': {'driver': 'fake.csi.example.com', 'volumeHandle': 'vol-1', 'fsType': 'ext4',
                             'volumeAttributes': {'pool': 'a',
                               'storage.kubernetes.io/csiProvisionerIdentity': 'id'}}}}
                        """));
    }

    @Test
    void everySecretHasItsPlace() throws Exception {
        var parameters = new StringBuilder("policy=Retain mount=ro");
        for (String use : List.of(
                "provisioner",
                "controller-publish",
                "node-stage",
                "node-publish",
                "controller-expand",
                "node-expand",
                "controller-modify")) {
            parameters.append(" csi.storage.k8s.io/%s-secret-name:%s".formatted(use, use));
            parameters.append(" csi.storage.k8s.io/%s-secret-namespace:ns".formatted(use));
        }
        JsonNode written =
                object(ProvisionerObjects.TERMS, "", parameters.toString(), Volume.getDefaultInstance(), List.of());
        for (String use : List.of("controllerPublish", "nodeStage", "nodePublish", "controllerExpand", "nodeExpand")) {
            String name = use.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            assertThat(written.at("/spec/csi/" + use + "SecretRef"))
                    .isEqualTo(json("{'name': '" + name + "', 'namespace': 'ns'}"));
        }
        JsonNode annotations = written.at("/metadata/annotations");
        assertThat(annotations
                        .path(VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAME)
                        .asText())
                .isEqualTo("provisioner");
        assertThat(annotations
                        .path(VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAMESPACE)
                        .asText())
                .isEqualTo("ns");
        assertThat(annotations
                        .path(VolumeAnnotations.CONTROLLER_MODIFY_SECRET_NAME)
                        .asText())
                .isEqualTo("controller-modify");
        assertThat(annotations
                        .path(VolumeAnnotations.CONTROLLER_MODIFY_SECRET_NAMESPACE)
                        .asText())
                .isEqualTo("ns");
        assertThat(written.at("/spec/persistentVolumeReclaimPolicy").asText()).isEqualTo("Retain");
        assertThat(written.at("/spec/mountOptions")).isEqualTo(json("['ro']"));
    }

    @Test
    void placesAreOrOfAnd() throws Exception {
        List<NodeSelectorTerm> affinity = List.of(
                new NodeSelectorTerm(
                        List.of(LabelRequirement.in("zone", List.of("a")), LabelRequirement.in("rack", List.of("1"))),
                        List.of()),
                new NodeSelectorTerm(List.of(LabelRequirement.in("zone", List.of("b"))), List.of()));
        assertThat(object(ProvisionerObjects.TERMS, "", "", Volume.getDefaultInstance(), affinity)
                        .at("/spec/nodeAffinity"))
                .isEqualTo(json("""
                        {'required': {'nodeSelectorTerms': [
                          {'matchExpressions': [{'key': 'zone', 'operator': 'In', 'values': ['a']},
                                                {'key': 'rack', 'operator': 'In', 'values': ['1']}]},
                          {'matchExpressions': [{'key': 'zone', 'operator': 'In', 'values': ['b']}]}]}}
                        """));
    }

    @Test
    void blockVolumeHasNoFileSystemAndUnknownSizeIsTheRequested() throws Exception {
        JsonNode written = object(
                ProvisionerObjects.TERMS,
                "block size=5Gi attributes=gold",
                "fstype:xfs",
                Volume.getDefaultInstance(),
                List.of());
        assertThat(written.at("/spec/csi").has("fsType")).isFalse();
        assertThat(written.at("/spec/volumeMode").asText()).isEqualTo("Block");
        assertThat(written.at("/spec/capacity/storage").asText()).isEqualTo("5Gi");
        assertThat(written.at("/spec/volumeAttributesClassName").asText()).isEqualTo("gold");
    }

    @ParameterizedTest
    @CsvSource({
        "ReadOnlyMany, true, true",
        "ReadOnlyMany, false, false",
        "ReadWriteOnce, true, false",
        "ReadOnlyMany+ReadWriteMany, true, false",
    })
    void readOnlyIsWrittenForReadersOnlyWhenEnabled(String modes, boolean flag, boolean readOnly) throws Exception {
        ProvisioningSettings settings = new ProvisioningSettings(
                ProvisionerObjects.DRIVER, "id", ProvisionerObjects.NAMING, "", false, flag, false, true);
        assertThat(object(settings, "modes=" + modes, "", Volume.getDefaultInstance(), List.of())
                        .at("/spec/csi")
                        .has("readOnly"))
                .isEqualTo(readOnly);
    }

    @Test
    void driverMayOverwriteTheIdentity() throws Exception {
        Volume made = Volume.newBuilder()
                .putVolumeContext(CsiKeys.PROVISIONER_IDENTITY, "mine")
                .build();
        assertThat(object(ProvisionerObjects.TERMS, "", "", made, List.of())
                        .at("/spec/csi/volumeAttributes")
                        .path(CsiKeys.PROVISIONER_IDENTITY)
                        .asText())
                .isEqualTo("mine");
    }
}
