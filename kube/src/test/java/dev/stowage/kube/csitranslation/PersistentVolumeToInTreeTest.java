package dev.stowage.kube.csitranslation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.PersistentVolume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistentVolumeToInTreeTest {
    private static final String DISK = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/disks/d";

    private static ObjectNode volume(String csi, String more) {
        return TestObjects.json("{'metadata': {'name': 'pv'}, 'spec': {" + more + "'csi': {" + csi + "}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'driver': 'ebs.csi.aws.com', 'volumeHandle': 'vol-1', 'fsType': 'xfs', 'readOnly': true,"
                        + " 'volumeAttributes': {'partition': '2'} | awsElasticBlockStore"
                        + " | {'volumeID': 'vol-1', 'fsType': 'xfs', 'readOnly': true, 'partition': 2}",
                "'driver': 'ebs.csi.aws.com', 'volumeHandle': 'vol-1', 'volumeAttributes': {'partition': '0'}"
                        + " | awsElasticBlockStore | {'volumeID': 'vol-1'}",
                "'driver': 'pd.csi.storage.gke.io', 'volumeHandle': 'projects/p/zones/z/disks/d', 'fsType': 'ext4'"
                        + " | gcePersistentDisk | {'pdName': 'd', 'fsType': 'ext4'}",
                "'driver': 'cinder.csi.openstack.org', 'volumeHandle': 'c', 'fsType': 'ext4' | cinder"
                        + " | {'volumeID': 'c', 'fsType': 'ext4'}",
                "'driver': 'disk.csi.azure.com', 'volumeHandle': '" + DISK + "', 'volumeAttributes':"
                        + " {'cachingMode': 'None', 'fsType': 'xfs'} | azureDisk | {'diskName': 'd', 'diskURI': '"
                        + DISK + "', 'fsType': 'xfs', 'readOnly': false, 'kind': 'Managed', 'cachingMode': 'None'}",
                "'driver': 'file.csi.azure.com', 'volumeHandle': 'rg#acc#share#pv#ns', 'nodeStageSecretRef':"
                        + " {'name': 's', 'namespace': 'n'}, 'volumeAttributes': {'shareName': 'sh'} | azureFile"
                        + " | {'secretName': 's', 'shareName': 'sh', 'secretNamespace': 'n'}",
                "'driver': 'file.csi.azure.com', 'volumeHandle': 'rg#acc#share' | azureFile | {'secretName':"
                        + " 'azure-storage-account-acc-secret', 'shareName': 'share', 'secretNamespace': 'default'}",
                "'driver': 'csi.vsphere.vmware.com', 'volumeHandle': 'id', 'fsType': 'ext4', 'volumeAttributes':"
                        + " {'initialvolumefilepath': '[ds] a'} | vsphereVolume"
                        + " | {'volumePath': '[ds] a', 'fsType': 'ext4'}",
                "'driver': 'pxd.portworx.com', 'volumeHandle': 'p', 'readOnly': true | portworxVolume"
                        + " | {'volumeID': 'p', 'readOnly': true}",
            })
    void sourcesAreThoseThatKubernetesKnew(String csi, String field, String source) {
        ObjectNode old = CsiTranslator.toInTree(volume(csi, ""));

        assertThat(old.path("spec").path(field)).isEqualTo(TestObjects.json(source));
        assertThat(old.path("spec").has("csi")).isFalse();
    }

    @Test
    void shareOfAzureTellsItsResourceGroup() {
        ObjectNode old =
                CsiTranslator.toInTree(volume("'driver': 'file.csi.azure.com', 'volumeHandle': 'rg#acc#share'", ""));

        assertThat(old.path("metadata")
                        .path("annotations")
                        .path("kubernetes.io/azure-file-resource-group")
                        .asText())
                .isEqualTo("rg");
    }

    @ParameterizedTest
    @CsvSource({
        "us-west-2a, us-west-2",
        "us-gov-east-1a, us-gov-east-1",
        "us-west-2-lax-1a, us-west-2",
        "us-east-1-wl1-bos-wlz-1, us-east-1",
    })
    void zonesAndRegionsAreInTheLabelsOfKubernetes(String zone, String region) {
        String affinity = "'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': [{'key':"
                + "'topology.ebs.csi.aws.com/zone', 'operator': 'In', 'values': ['" + zone + "']}]}]}},";

        ObjectNode old =
                CsiTranslator.toInTree(volume("'driver': 'ebs.csi.aws.com', 'volumeHandle': 'vol-1'", affinity));

        JsonNode labels = old.path("metadata").path("labels");
        assertThat(labels.path("topology.kubernetes.io/zone").asText()).isEqualTo(zone);
        assertThat(labels.path("topology.kubernetes.io/region").asText()).isEqualTo(region);
        assertThat(PersistentVolume.read(old).nodeTerms().getFirst().labels().toString())
                .isEqualTo("[LabelRequirement[key=topology.kubernetes.io/zone, operator=In, values=[" + zone
                        + "]], LabelRequirement[key=topology.kubernetes.io/region, operator=In, values=[" + region
                        + "]]]");
    }

    @Test
    void zonesOfSeveralTermsAreOneLabel() {
        String term = "{'matchExpressions': [{'key': 'topology.gke.io/zone', 'operator': 'In', 'values': ['%s']}]}";
        String affinity = "'nodeAffinity': {'required': {'nodeSelectorTerms': [" + term.formatted("us-east1-b") + ","
                + term.formatted("us-east1-a") + "]}},";

        ObjectNode old = CsiTranslator.toInTree(volume(
                "'driver': 'pd.csi.storage.gke.io', 'volumeHandle': 'projects/p/regions/us-east1/disks/d'", affinity));

        assertThat(old.path("metadata")
                        .path("labels")
                        .path("topology.kubernetes.io/zone")
                        .asText())
                .isEqualTo("us-east1-a__us-east1-b");
        assertThat(old.path("metadata")
                        .path("labels")
                        .path("topology.kubernetes.io/region")
                        .asText())
                .isEqualTo("us-east1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'driver': 'other.example.com', 'volumeHandle': 'x'",
                "'driver': 'pd.csi.storage.gke.io', 'volumeHandle': 'd'",
                "'driver': 'disk.csi.azure.com', 'volumeHandle': 'd'",
                "'driver': 'file.csi.azure.com', 'volumeHandle': 'd'",
                "'driver': 'ebs.csi.aws.com', 'volumeHandle': 'v', 'volumeAttributes': {'partition': 'one'}",
            })
    void whatHasNoOldFormIsRefused(String csi) {
        assertThatThrownBy(() -> CsiTranslator.toInTree(volume(csi, ""))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theVolumeThatIsTranslatedStaysAsItIs() {
        ObjectNode volume = volume("'driver': 'cinder.csi.openstack.org', 'volumeHandle': 'c'", "");
        ObjectNode before = volume.deepCopy();

        CsiTranslator.toInTree(volume);

        assertThat(volume).isEqualTo(before);
    }
}
