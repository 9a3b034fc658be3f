package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.VolumeCapability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpecLimitsTest {

    private final SpecLimits limits = new SpecLimits(SpecLimits.MAP);

    @Test
    void stringMayHaveOneHundredAndTwentyEightBytes() {
        assertThat(limits.violation(named("n".repeat(128)))).isEmpty();
        assertThat(limits.violation(named("n".repeat(129)))).hasValue("Field name has 129 bytes; CSI allows 128.");
        assertThat(limits.violation(named("ä".repeat(65)))).hasValue("Field name has 130 bytes; CSI allows 128.");
    }

    @Test
    void everyStringOfAListIsMeasured() {
        var request = CreateVolumeGroupSnapshotRequest.newBuilder()
                .addSourceVolumeIds("short")
                .addSourceVolumeIds("x".repeat(129))
                .build();

        assertThat(limits.violation(request)).hasValue("Field source_volume_ids[1] has 129 bytes; CSI allows 128.");
    }

    @Test
    void mapMayHaveFourKibibytesOfKeysAndValues() {
        assertThat(limits.violation(parameter("v".repeat(4093)))).isEmpty();
        assertThat(limits.violation(parameter("v".repeat(4094))))
                .hasValue("Field parameters has 4097 bytes; CSI allows 4096.");
    }

    @Test
    void nestedFieldIsNamedByItsPath() {
        var request = CreateVolumeRequest.newBuilder()
                .setAccessibilityRequirements(TopologyRequirement.newBuilder()
                        .addRequisite(Topology.getDefaultInstance())
                        .addRequisite(Topology.newBuilder().putSegments("zone", "z".repeat(5000))))
                .build();

        assertThat(limits.violation(request).orElseThrow())
                .startsWith("Field accessibility_requirements.requisite[1].segments has 5004 bytes");
    }

    @Test
    void nodeIdMayBeTwiceAsLong() {
        assertThat(limits.violation(toNode("n".repeat(256)))).isEmpty();
        assertThat(limits.violation(toNode("n".repeat(257)))).hasValue("Field node_id has 257 bytes; CSI allows 256.");
    }

    @Test
    void pathMayBeAsLongAsTheKernelTakesIt() {
        var request = NodePublishVolumeRequest.newBuilder().setStagingTargetPath("/s".repeat(2048));

        assertThat(limits.violation(request.setTargetPath("/".repeat(4096)).build()))
                .isEmpty();
        assertThat(limits.violation(request.setTargetPath("/".repeat(4097)).build()))
                .hasValue("Field target_path has 4097 bytes; CSI allows 4096.");
    }

    @Test
    void pathWithAZeroIsRefused() {
        var request =
                NodePublishVolumeRequest.newBuilder().setTargetPath("/a\0b").build();

        assertThat(limits.violation(request))
                .hasValue("Field target_path has the control character U+0000 at position 2.");
    }

    @Test
    void mountFlagsAreMeasuredTogether() {
        assertThat(limits.violation(flags(2048, 2048))).isEmpty();
        assertThat(limits.violation(flags(2048, 2049)))
                .hasValue("Field volume_capabilities[0].mount.mount_flags has 4097 bytes; CSI allows 4096.");
    }

    @Test
    void secretsMayBeAllowedMore() {
        var request = CreateVolumeRequest.newBuilder()
                .putSecrets("certificate", "c".repeat(5000))
                .build();

        assertThat(limits.violation(request)).isPresent();
        assertThat(new SpecLimits(1 << 20).violation(request)).isEmpty();
    }

    @Test
    void tokensThatKubernetesAddsAreNotCounted() {
        var request = NodePublishVolumeRequest.newBuilder()
                .putVolumeContext("csi.storage.k8s.io/serviceAccount.tokens", "t".repeat(9000))
                .build();

        assertThat(limits.violation(request)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 8, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f, 0x9f})
    void controlCharactersInNamesAreRefused(char banned) {
        assertThat(limits.violation(named("a" + banned)).orElseThrow())
                .startsWith("Field name has the control character");
        assertThat(limits.violation(
                        CreateSnapshotRequest.newBuilder().setName("a" + banned).build()))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\tb", "a\nb", "a\rb", "a b", "größe", "名前", "/../../etc", "\u00a0"})
    void everyOtherCharacterIsAllowedInNames(String name) {
        assertThat(limits.violation(named(name))).isEmpty();
    }

    @Test
    void otherProtocolsHaveNoLimits() {
        assertThat(limits.violation(RegistrationStatus.newBuilder()
                        .setError("e".repeat(5000))
                        .build()))
                .isEmpty();
    }

    private static CreateVolumeRequest named(String name) {
        return CreateVolumeRequest.newBuilder().setName(name).build();
    }

    private static CreateVolumeRequest parameter(String value) {
        return CreateVolumeRequest.newBuilder().putParameters("key", value).build();
    }

    private static ControllerPublishVolumeRequest toNode(String id) {
        return ControllerPublishVolumeRequest.newBuilder().setNodeId(id).build();
    }

    private static CreateVolumeRequest flags(int... lengths) {
        var mount = VolumeCapability.MountVolume.newBuilder();
        for (int length : lengths) {
            mount.addMountFlags("f".repeat(length));
        }
        return CreateVolumeRequest.newBuilder()
                .addVolumeCapabilities(VolumeCapability.newBuilder().setMount(mount))
                .build();
    }
}
