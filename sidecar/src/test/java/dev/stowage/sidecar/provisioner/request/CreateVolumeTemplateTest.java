package dev.stowage.sidecar.provisioner.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.sidecar.provisioner.ProvisionerObjects;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.Naming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateVolumeTemplateTest {

    private static CreateVolumeTemplate request(ProvisioningSettings settings, String claim, String storageClass)
            throws ProvisioningException {
        return CreateVolumeTemplate.of(
                settings, ProvisionerObjects.claim(claim), ProvisionerObjects.storageClass(storageClass));
    }

    @ParameterizedTest
    @CsvSource({
        "pvc, -1, pvc-0a1b2c3d-0000-4000-8000-000000000001",
        "vol, -1, vol-0a1b2c3d-0000-4000-8000-000000000001",
        "pvc, 10, pvc-0a1b2c3d00",
        "pvc, 32, pvc-0a1b2c3d000040008000000000000001",
        "pvc, 0, pvc-",
    })
    void nameFollowsFromTheClaim(String prefix, int length, String expected) {
        assertThat(VolumeName.of(new Naming(prefix, length), ProvisionerObjects.UID))
                .isEqualTo(expected);
    }

    @Test
    void everythingThatClaimAndClassSayIsInTheRequest() throws ProvisioningException {
        CreateVolumeTemplate made =
                request(ProvisionerObjects.TERMS, "size=5Gi", "mount=noatime type:ssd csi.storage.k8s.io/fstype:xfs");
        CreateVolumeRequest request = made.request();
        assertThat(request.getName()).isEqualTo("pvc-" + ProvisionerObjects.UID);
        assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(5L << 30);
        assertThat(request.getCapacityRange().getLimitBytes()).isZero();
        assertThat(request.getParametersMap()).containsOnlyKeys("type");
        assertThat(request.getVolumeCapabilitiesList()).singleElement().satisfies(capability -> {
            assertThat(capability.getMount().getFsType()).isEqualTo("xfs");
            assertThat(capability.getMount().getMountFlagsList()).containsExactly("noatime");
            assertThat(capability.getAccessMode().getMode())
                    .isEqualTo(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER);
        });
        assertThat(made.fsType()).isEqualTo("xfs");
    }

    @Test
    void eachAccessModeIsOneCapability() throws ProvisioningException {
        assertThat(request(ProvisionerObjects.TERMS, "modes=ReadWriteOnce+ReadOnlyMany", "")
                        .request()
                        .getVolumeCapabilitiesList())
                .extracting(capability -> capability.getAccessMode().getMode())
                .containsExactly(
                        VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER,
                        VolumeCapability.AccessMode.Mode.MULTI_NODE_READER_ONLY);
    }

    @Test
    void blockVolumesHaveNeitherFileSystemNorMountFlags() throws ProvisioningException {
        assertThat(request(ProvisionerObjects.TERMS, "block", "mount=noatime fstype:xfs")
                        .request()
                        .getVolumeCapabilities(0)
                        .hasBlock())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'', ext4, ext4",
        "fsType:xfs, ext4, xfs",
        "FSTYPE:xfs, '', xfs",
        "csi.storage.k8s.io/fstype:xfs, ext4, xfs",
        "fstype:, ext4, ext4",
        "'', '', ''",
    })
    void fileSystemIsTheClassesElseTheDefault(String storageClass, String fallback, String expected)
            throws ProvisioningException {
        ProvisioningSettings settings = new ProvisioningSettings(
                ProvisionerObjects.DRIVER, "id", ProvisionerObjects.NAMING, fallback, false, false, false, true);
        assertThat(request(settings, "", storageClass).fsType()).isEqualTo(expected);
    }

    @Test
    void oldKeysReachTheDriverAndNewOnesDoNot() throws ProvisioningException {
        CreateVolumeTemplate made = request(
                ProvisionerObjects.TERMS,
                "",
                "fstype:xfs csiProvisionerSecretName:a csiProvisionerSecretNamespace:b"
                        + " csi.storage.k8s.io/node-stage-secret-name:c csi.storage.k8s.io/node-stage-secret-namespace:d");
        assertThat(made.request().getParametersMap())
                .containsOnlyKeys("fstype", "csiProvisionerSecretName", "csiProvisionerSecretNamespace");
        assertThat(made.secrets().provisioner()).isEqualTo(new SecretReference("b", "a"));
        assertThat(made.secrets().nodeStage()).isEqualTo(new SecretReference("d", "c"));
        assertThat(made.secrets().nodePublish()).isNull();
    }

    @Test
    void namesArePassedToTheDriverOnRequest() throws ProvisioningException {
        ProvisioningSettings settings = new ProvisioningSettings(
                ProvisionerObjects.DRIVER, "id", ProvisionerObjects.NAMING, "", true, false, false, true);
        assertThat(request(settings, "", "").request().getParametersMap())
                .containsEntry("csi.storage.k8s.io/pvc/name", "data")
                .containsEntry("csi.storage.k8s.io/pvc/namespace", "shop")
                .containsEntry("csi.storage.k8s.io/pv/name", "pvc-" + ProvisionerObjects.UID)
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "selector, '', FINISHED, claim Selector is not supported",
        "modes=Sideways, '', FINISHED, unsupported AccessMode",
        "'', fstype:a csi.storage.k8s.io/fstype:b, FINISHED, fstype specified in parameters with both",
        "'', csi.storage.k8s.io/wrong:b, FINISHED, unknown parameter key \"csi.storage.k8s.io/wrong\"",
        "'', csi.storage.k8s.io/secret-name:b, NO_CHANGE, Both must be specified",
    })
    void invalidRequestsAreRejected(
            String claim, String storageClass, ProvisioningState provisioningState, String message) {
        assertThatThrownBy(() -> request(ProvisionerObjects.TERMS, claim, storageClass))
                .isInstanceOfSatisfying(
                        ProvisioningException.class,
                        e -> assertThat(e.provisioningState()).isEqualTo(provisioningState))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "100, 100, false, false, ''",
        "100, 0, false, false, ''",
        "100, 200, false, false, ''",
        "100, 99, false, false, created volume capacity 99 less than requested capacity 100",
        "100, 100, true, true, ''",
        "100, 100, true, false, volume content source missing",
        "100, 100, false, true, ''",
    })
    void answerIsHeldAgainstTheRequest(
            long wanted, long given, boolean sourceWanted, boolean sourceGiven, String problem) {
        var asked = CreateVolumeRequest.newBuilder();
        asked.getCapacityRangeBuilder().setRequiredBytes(wanted);
        var made = Volume.newBuilder().setCapacityBytes(given);
        if (sourceWanted) {
            asked.setVolumeContentSource(VolumeContentSource.getDefaultInstance());
        }
        if (sourceGiven) {
            made.setContentSource(VolumeContentSource.getDefaultInstance());
        }
        assertThat(CreatedVolumeCheck.problem(asked.build(), made.build()).orElse(""))
                .isEqualTo(problem);
    }
}
