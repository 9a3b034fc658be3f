package dev.stowage.kube.csitranslation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.model.StorageClass;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageClassToCsiTest {

    private static StorageClass storageClass(String provisioner, String parameters, String more) {
        return StorageClass.read(TestObjects.json("{'metadata': {'name': 'c'}, 'provisioner': '" + provisioner
                + "', 'parameters': {" + parameters + "}" + more + "}"));
    }

    private static String allowed(String key, String zone) {
        return ", 'allowedTopologies': [{'matchLabelExpressions': [{'key': '" + key + "', 'values': ['" + zone
                + "']}]}]";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "kubernetes.io/aws-ebs | 'fsType': 'xfs', 'type': 'gp3' | {csi.storage.k8s.io/fstype=xfs, type=gp3}",
                "kubernetes.io/aws-ebs | 'iopsPerGB': '5' | {allowautoiopspergbincrease=true, iopsPerGB=5}",
                "kubernetes.io/gce-pd | 'FSTYPE': 'ext4', 'type': 'pd-ssd'"
                        + " | {csi.storage.k8s.io/fstype=ext4, type=pd-ssd}",
                "kubernetes.io/cinder | 'fstype': 'ext4', 'availability': 'nova'"
                        + " | {availability=nova, csi.storage.k8s.io/fstype=ext4}",
                "kubernetes.io/azure-disk | 'fsType': 'ext4', 'skuName': 'x' | {fsType=ext4, skuName=x}",
                "kubernetes.io/azure-file | 'skuName': 'x' | {skuName=x}",
                "kubernetes.io/vsphere-volume | 'diskformat': 'thin', 'storagePolicyName': 'gold', 'odd': '1',"
                        + " 'DataStore': 'ds' | {csimigration=true, datastore-migrationparam=ds,"
                        + " diskformat-migrationparam=thin, storagepolicyname=gold}",
                "other.example.com | 'fstype': 'xfs' | {fstype=xfs}",
            })
    void parametersAreThoseOfTheDriver(String provisioner, String old, String parameters) {
        StorageClass translated = CsiTranslator.toCsi(storageClass(provisioner, old, ""));

        assertThat(new TreeMap<>(translated.parameters()).toString()).isEqualTo(parameters);
        assertThat(translated.provisioner()).isEqualTo(provisioner);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "kubernetes.io/aws-ebs | 'zone': 'a' | topology.ebs.csi.aws.com/zone | [a]",
                "kubernetes.io/gce-pd | 'zones': 'a,b' | topology.gke.io/zone | [a, b]",
                "kubernetes.io/azure-disk | 'zones': '1' | topology.disk.csi.azure.com/zone | []",
            })
    void zonesInParametersAreAllowedTopologies(String provisioner, String parameters, String key, String zones) {
        StorageClass translated = CsiTranslator.toCsi(storageClass(provisioner, parameters, ""));

        assertThat(translated.parameters()).isEmpty();
        var label = translated.allowedTopologies().getFirst().getFirst();
        assertThat(label.key()).isEqualTo(key);
        assertThat(label.values().toString()).isEqualTo(zones);
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes.io/aws-ebs, topology.kubernetes.io/zone, topology.ebs.csi.aws.com/zone",
        "kubernetes.io/gce-pd, failure-domain.beta.kubernetes.io/zone, topology.gke.io/zone",
        "kubernetes.io/cinder, topology.kubernetes.io/zone, topology.cinder.csi.openstack.org/zone",
        "kubernetes.io/azure-disk, topology.kubernetes.io/zone, topology.disk.csi.azure.com/zone",
        "kubernetes.io/vsphere-volume, topology.kubernetes.io/zone, topology.csi.vmware.com/zone",
        "kubernetes.io/azure-file, topology.kubernetes.io/zone, topology.kubernetes.io/zone",
        "kubernetes.io/aws-ebs, example.com/rack, example.com/rack",
    })
    void allowedTopologiesHaveTheDriversKey(String provisioner, String key, String then) {
        StorageClass translated = CsiTranslator.toCsi(storageClass(provisioner, "", allowed(key, "a")));

        assertThat(translated.allowedTopologies().getFirst().getFirst().key()).isEqualTo(then);
        assertThat(translated.allowedTopologies().getFirst().getFirst().values())
                .containsExactly("a");
    }

    @Test
    void regionsOfAzureWithoutZonesHaveNoName() {
        StorageClass translated = CsiTranslator.toCsi(
                storageClass("kubernetes.io/azure-disk", "", allowed("topology.kubernetes.io/zone", "0")));

        assertThat(translated.allowedTopologies().getFirst().getFirst().values())
                .containsExactly("");
    }

    @Test
    void zonesInBothPlacesAreRefused() {
        assertThatThrownBy(() -> CsiTranslator.toCsi(storageClass(
                        "kubernetes.io/gce-pd", "'zone': 'a'", allowed("topology.kubernetes.io/zone", "a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(remove one)");
    }

    @Test
    void thePortworxSecretServesEveryCall() {
        StorageClass translated = CsiTranslator.toCsi(storageClass(
                "kubernetes.io/portworx-volume",
                "'openstorage.io/auth-secret-name': 's', 'openstorage.io/auth-secret-namespace': 'n', 'repl': '2'",
                ""));

        assertThat(translated.provisioner()).isEqualTo("pxd.portworx.com");
        assertThat(translated.parameters())
                .hasSize(13)
                .containsEntry("repl", "2")
                .containsEntry("csi.storage.k8s.io/provisioner-secret-name", "s")
                .containsEntry("csi.storage.k8s.io/node-expand-secret-namespace", "n");
    }
}
