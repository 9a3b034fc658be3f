package dev.stowage.kube.csitranslation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.LabelRequirement;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.SecretReference;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PersistentVolumeToCsiTest {
    private static final String DISK = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/disks/d";

    private static PersistentVolume volume(String meta, String spec) {
        return PersistentVolume.read(TestObjects.json("{'metadata': {'name': 'pv'" + meta + "}, 'spec': {'accessModes':"
                + "['ReadWriteOnce'], " + spec + "}}"));
    }

    private static PersistentVolume.CsiSource source(PersistentVolume volume) {
        return requireNonNull(CsiTranslator.toCsi(volume).csi());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'awsElasticBlockStore': {'volumeID': 'vol-1', 'fsType': 'xfs'} | ebs.csi.aws.com | vol-1 | xfs"
                        + " | {partition=0}",
                "'awsElasticBlockStore': {'volumeID': 'aws://us-west-1a/vol-1', 'partition': 2} | ebs.csi.aws.com"
                        + " | vol-1 | `` | {partition=2}",
                "'awsElasticBlockStore': {'volumeID': 'aws:///vol-1'} | ebs.csi.aws.com | vol-1 | `` | {partition=0}",
                "'gcePersistentDisk': {'pdName': 'd', 'fsType': 'ext4', 'partition': 1} | pd.csi.storage.gke.io"
                        + " | projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d | ext4 | {partition=1}",
                "'gcePersistentDisk': {'pdName': 'd'} | pd.csi.storage.gke.io"
                        + " | projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d | `` | {partition=}",
                "'cinder': {'volumeID': 'c-1', 'fsType': 'ext3'} | cinder.csi.openstack.org | c-1 | ext3 | {}",
                "'azureDisk': {'diskName': 'd', 'diskURI': '" + DISK + "', 'kind': 'managed', 'fsType': 'ext4'}"
                        + " | disk.csi.azure.com | " + DISK + " | ext4 | {fstype=ext4, kind=Managed}",
                "'azureDisk': {'diskURI': '" + DISK + "', 'cachingMode': 'ReadOnly'} | disk.csi.azure.com | " + DISK
                        + " | `` | {cachingmode=ReadOnly, kind=Managed}",
                "'azureFile': {'secretName': 'azure-storage-account-acc-secret', 'shareName': 's',"
                        + " 'secretNamespace': 'ns'} | file.csi.azure.com | #acc#s#pv#ns | `` | {sharename=s}",
                "'azureFile': {'secretName': 'odd', 'shareName': 's'}, 'claimRef': {'namespace': 'mine', 'name': 'c'}"
                        + " | file.csi.azure.com | #odd#s#pv#mine | `` | {sharename=s}",
                "'vsphereVolume': {'volumePath': '[ds] a.vmdk', 'fsType': 'ext4', 'storagePolicyName': 'gold'}"
                        + " | csi.vsphere.vmware.com | [ds] a.vmdk | ext4 | {storagepolicyname=gold}",
                "'portworxVolume': {'volumeID': 'p', 'fsType': 'ext4', 'readOnly': true} | pxd.portworx.com | p"
                        + " | ext4 | {}",
            })
    void sourcesAreThoseOfTheDriver(String spec, String driver, String handle, String fsType, String attributes) {
        PersistentVolume.CsiSource csi = source(volume("", spec));

        assertThat(csi.driver()).isEqualTo(driver);
        assertThat(csi.handle()).isEqualTo(handle);
        assertThat(csi.fsType()).isEqualTo(fsType);
        assertThat(new TreeMap<>(csi.attributes()).toString()).isEqualTo(attributes);
        assertThat(CsiTranslator.toCsi(volume("", spec)).inTree()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'awsElasticBlockStore': {'volumeID': 'v', 'readOnly': true}",
                "'gcePersistentDisk': {'pdName': 'd', 'readOnly': true}",
                "'cinder': {'volumeID': 'c', 'readOnly': true}",
                "'azureDisk': {'diskURI': 'd', 'readOnly': true}",
                "'azureFile': {'secretName': 's', 'secretNamespace': 'n', 'readOnly': true}",
            })
    void readOnlyStaysReadOnly(String spec) {
        assertThat(source(volume("", spec)).readOnly()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'awsElasticBlockStore': {'volumeID': 'aws://zone/disk-1'} | is not an Amazon EBS volume id",
                "'awsElasticBlockStore': {'volumeID': 'aws://vol-1'} | is not an Amazon EBS volume id",
                "'awsElasticBlockStore': {'volumeID': 'aws://zone/vol-1/x'} | is not an Amazon EBS volume id",
                "'azureDisk': {'diskURI': 'x', 'kind': 'Shared'} | managed",
                "'azureFile': {'secretName': 's', 'shareName': 's'} | secretNamespace",
            })
    void whatNoDriverUnderstandsIsRefused(String spec, String why) {
        assertThatThrownBy(() -> CsiTranslator.toCsi(volume("", spec)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void secretsOfOldVolumesAreFound() {
        String annotations = ", 'annotations': {'openstorage.io/auth-secret-name': 's',"
                + "'openstorage.io/auth-secret-namespace': 'n'}";
        PersistentVolume.CsiSource portworx = source(volume(annotations, "'portworxVolume': {'volumeID': 'p'}"));
        assertThat(portworx.controllerPublishSecret()).isEqualTo(new SecretReference("n", "s"));
        assertThat(portworx.nodeExpandSecret()).isEqualTo(new SecretReference("n", "s"));
        assertThat(source(volume("", "'portworxVolume': {'volumeID': 'p'}")).nodeStageSecret())
                .isNull();

        PersistentVolume.CsiSource azure = source(volume(
                ", 'annotations': {'kubernetes.io/azure-file-resource-group': 'rg'}",
                "'azureFile': {'secretName': 's', 'shareName': 'share', 'secretNamespace': 'n'}"));
        assertThat(azure.nodeStageSecret()).isEqualTo(new SecretReference("n", "s"));
        assertThat(azure.controllerPublishSecret()).isNull();
        assertThat(azure.handle()).startsWith("rg#");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'ReadWriteMany' | [ReadWriteOnce]",
                "'ReadWriteOnce', 'ReadOnlyMany' | [ReadWriteOnce]",
                "'ReadOnlyMany' | [ReadOnlyMany]",
                "'ReadWriteOncePod' | [ReadWriteOnce]",
                "'ReadWriteOncePod', 'ReadOnlyMany' | [ReadOnlyMany]",
            },
            quoteCharacter = '`')
    void disksOfGoogleWereNeverWrittenByMany(String modes, String then) {
        PersistentVolume old =
                PersistentVolume.read(TestObjects.json("{'metadata': {'name': 'pv'}, 'spec': {'accessModes': [" + modes
                        + "], 'gcePersistentDisk': {'pdName': 'd'}}}"));

        assertThat(CsiTranslator.toCsi(old).accessModes().toString()).isEqualTo(then);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'topology.kubernetes.io/zone': 'us-east1-a' | projects/UNSPECIFIED/zones/us-east1-a/disks/d",
                "'failure-domain.beta.kubernetes.io/zone': 'us-east1-a' | projects/UNSPECIFIED/zones/us-east1-a/disks/d",
                "'topology.kubernetes.io/zone': 'us-east1-a__us-east1-b' | projects/UNSPECIFIED/regions/us-east1/disks/d",
            })
    void zonesOfGoogleAreInTheHandle(String labels, String handle) {
        PersistentVolume old = volume(", 'labels': {" + labels + "}", "'gcePersistentDisk': {'pdName': 'd'}");

        assertThat(source(old).handle()).isEqualTo(handle);
    }

    @ParameterizedTest
    @CsvSource({
        "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d, projects/p/zones/us-east1-c/disks/d",
        "projects/UNSPECIFIED/zones/us-east1-a/disks/d, projects/p/zones/us-east1-a/disks/d",
        "projects/UNSPECIFIED/regions/UNSPECIFIED/disks/d, projects/p/regions/us-east1/disks/d",
        "projects/UNSPECIFIED/regions/us-west1/disks/d, projects/p/regions/us-west1/disks/d",
        "projects/q/zones/z/disks/d, projects/q/zones/z/disks/d",
    })
    void handlesAreMendedByTheNodesId(String handle, String mended) {
        assertThat(CsiTranslator.repairedHandle(
                        "pd.csi.storage.gke.io", handle, "projects/p/zones/us-east1-c/instances/i"))
                .isEqualTo(mended);
        assertThat(CsiTranslator.repairedHandle("ebs.csi.aws.com", handle, "i-1"))
                .isEqualTo(handle);
        assertThat(CsiTranslator.repairedHandle("other.example.com", handle, "i-1"))
                .isEqualTo(handle);
    }

    @Test
    void handlesThatCannotBeMendedAreRefused() {
        for (String handle : List.of("disk", "projects/UNSPECIFIED/galaxies/UNSPECIFIED/disks/d")) {
            assertThatThrownBy(() -> CsiTranslator.repairedHandle("pd.csi.storage.gke.io", handle, "a/b/c/d-e-f/g/h"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> CsiTranslator.repairedHandle(
                        "pd.csi.storage.gke.io", "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d", "node-1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String affinity(String key, String... values) {
        return "'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': [{'key': '" + key
                + "', 'operator': 'In', 'values': ['" + String.join("','", values) + "']}]}]}},";
    }

    @Test
    void zonesAreKnownByTheDriversKey() {
        String disk = "'awsElasticBlockStore': {'volumeID': 'vol-1'}";
        List<LabelRequirement> ours = List.of(LabelRequirement.in("topology.ebs.csi.aws.com/zone", List.of("a", "b")));

        assertThat(CsiTranslator.toCsi(volume("", affinity("topology.kubernetes.io/zone", "a", "b") + disk))
                        .nodeTerms())
                .singleElement()
                .satisfies(term -> assertThat(term.labels()).isEqualTo(ours));
        assertThat(CsiTranslator.toCsi(volume(", 'labels': {'topology.kubernetes.io/zone': 'b__a'}", disk))
                        .nodeTerms())
                .singleElement()
                .satisfies(term -> assertThat(term.labels()).isEqualTo(ours));
        assertThat(CsiTranslator.toCsi(volume("", disk)).nodeTerms()).isEmpty();
    }

    @Test
    void labelsOfYesterdayBecomeThoseOfToday() {
        PersistentVolume old = volume(
                "",
                "'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': ["
                        + "{'key': 'failure-domain.beta.kubernetes.io/zone', 'operator': 'In', 'values': ['z']},"
                        + "{'key': 'failure-domain.beta.kubernetes.io/region', 'operator': 'In', 'values': ['r']}"
                        + "]}]}}, 'cinder': {'volumeID': 'c'}");

        assertThat(CsiTranslator.toCsi(old).nodeTerms().getFirst().labels())
                .containsExactly(
                        LabelRequirement.in("topology.cinder.csi.openstack.org/zone", List.of("z")),
                        LabelRequirement.in("topology.kubernetes.io/region", List.of("r")));
    }

    @Test
    void vmwareKnowsRegionsToo() {
        String labels = ", 'labels': {'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r'}";

        assertThat(CsiTranslator.toCsi(volume(labels, "'vsphereVolume': {'volumePath': 'p'}"))
                        .nodeTerms()
                        .getFirst()
                        .labels())
                .containsExactly(
                        LabelRequirement.in("topology.csi.vmware.com/zone", List.of("z")),
                        LabelRequirement.in("topology.csi.vmware.com/region", List.of("r")));
    }

    @Test
    void volumesOfDriversStayAsTheyAre() {
        PersistentVolume volume = volume("", "'csi': {'driver': 'd', 'volumeHandle': 'h'}");

        assertThat(CsiTranslator.isMigrated(volume)).isFalse();
        assertThat(CsiTranslator.toCsi(volume)).isSameAs(volume);
        assertThat(CsiTranslator.inTreeName("ebs.csi.aws.com")).contains("kubernetes.io/aws-ebs");
        assertThat(CsiTranslator.driver("kubernetes.io/portworx-volume")).contains("pxd.portworx.com");
        assertThat(CsiTranslator.inTreeName("d")).isEmpty();
    }
}
