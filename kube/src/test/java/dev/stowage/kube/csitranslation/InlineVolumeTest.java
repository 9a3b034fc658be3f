package dev.stowage.kube.csitranslation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InlineVolumeTest {

    private static PersistentVolume translated(String source) {
        Pod pod = Pod.read(
                TestObjects.json("{'metadata': {'name': 'p', 'namespace': 'ns'}, 'spec': {'volumes': [{'name': 'data', "
                        + source + "}]}}"));
        return CsiTranslator.toCsi("ns", pod.volumes().getFirst());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'awsElasticBlockStore': {'volumeID': 'aws:///vol-1'} | ebs.csi.aws.com-vol-1 | vol-1 | ReadWriteOnce",
                "'gcePersistentDisk': {'pdName': 'd'} | pd.csi.storage.gke.io-d"
                        + " | projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d | ReadWriteOnce",
                "'gcePersistentDisk': {'pdName': 'd', 'readOnly': true} | pd.csi.storage.gke.io-d"
                        + " | projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d | ReadOnlyMany",
                "'cinder': {'volumeID': 'c'} | cinder.csi.openstack.org-c | c | ReadWriteOnce",
                "'azureDisk': {'diskURI': '/d'} | /d | /d | ReadWriteOnce",
                "'azureFile': {'secretName': 'azure-storage-account-acc-secret', 'shareName': 's'}"
                        + " | #acc#s#data#ns | #acc#s#data#ns | ReadWriteMany",
                "'vsphereVolume': {'volumePath': '[d] v'} | csi.vsphere.vmware.com-[d] v | [d] v | ReadWriteOnce",
                "'portworxVolume': {'volumeID': 'p', 'readOnly': true} | pxd.portworx.com-p | p | ReadOnlyMany",
            })
    void isKnownAsTheDriverKnowsIt(String source, String name, String handle, String mode) {
        PersistentVolume volume = translated(source);

        assertThat(volume.meta().name()).isEqualTo(name);
        assertThat(requireNonNull(volume.csi()).handle()).isEqualTo(handle);
        assertThat(volume.accessModes()).containsExactly(mode);
    }

    @Test
    void specIsWhatAnAttachmentCarries() {
        PersistentVolume volume = translated("'azureFile': {'secretName': 'odd', 'shareName': 's', 'readOnly': true}");

        assertThat(InlineVolume.spec(volume))
                .isEqualTo(TestObjects.json("{'csi': {'driver': 'file.csi.azure.com', 'volumeHandle': '#odd#s#data#ns',"
                        + "'readOnly': true, 'volumeAttributes': {'sharename': 's'},"
                        + "'nodeStageSecretRef': {'name': 'odd', 'namespace': 'ns'}},"
                        + "'accessModes': ['ReadWriteMany'], 'volumeMode': 'Filesystem'}"));
    }

    @Test
    void volumeOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> translated("'emptyDir': {}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("data");
    }
}
