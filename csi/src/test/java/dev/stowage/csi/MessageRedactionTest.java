package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Csi;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MessageRedactionTest {

    static Stream<FieldDescriptor> secretFields() {
        return Csi.getDescriptor().getMessageTypes().stream()
                .flatMap(MessageRedactionTest::withNested)
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getOptions().getExtension(Csi.csiSecret));
    }

    private static Stream<Descriptor> withNested(Descriptor type) {
        return Stream.concat(Stream.of(type), type.getNestedTypes().stream().flatMap(MessageRedactionTest::withNested));
    }

    @Test
    void specificationMarksTwentyTwoFieldsAsSecret() {
        assertThat(secretFields()).hasSize(22);
    }

    @ParameterizedTest
    @MethodSource("secretFields")
    void everyFieldMarkedSecretIsStripped(FieldDescriptor field) {
        Descriptor pair = field.getMessageType();
        var message = DynamicMessage.newBuilder(field.getContainingType())
                .addRepeatedField(
                        field,
                        DynamicMessage.newBuilder(pair)
                                .setField(pair.findFieldByNumber(1), "password")
                                .setField(pair.findFieldByNumber(2), "hunter2")
                                .build())
                .build();

        assertThat(MessageRedaction.describe(message)).isEqualTo("secrets: {\"password\": ***stripped***}");
    }

    @Test
    void serviceAccountTokensAreStrippedFromTheVolumeContext() {
        var request = NodePublishVolumeRequest.newBuilder()
                .setVolumeId("v1")
                .putVolumeContext("csi.storage.k8s.io/serviceAccount.tokens", "{\"\":{\"token\":\"eyJhbGciOi\"}}")
                .putVolumeContext("csi.storage.k8s.io/pod.name", "db-0")
                .build();

        assertThat(MessageRedaction.describe(request))
                .contains("volume_id: \"v1\"", "\"csi.storage.k8s.io/pod.name\": \"db-0\"")
                .contains("\"csi.storage.k8s.io/serviceAccount.tokens\": ***stripped***")
                .doesNotContain("eyJhbGciOi");
    }

    @Test
    void mountFlagsKeepTheirNamesAndLoseTheirValues() {
        var capability = VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.newBuilder()
                        .addMountFlags("noatime")
                        .addMountFlags("password=hunter2"));
        var request = CreateVolumeRequest.newBuilder()
                .addVolumeCapabilities(capability)
                .build();

        assertThat(MessageRedaction.describe(request))
                .isEqualTo("volume_capabilities: [{mount: {mount_flags: [\"noatime\", \"password=***stripped***\"]}}]");
    }

    @Test
    void messageStaysOnOneLineWhateverItHolds() {
        var request = CreateVolumeRequest.newBuilder()
                .setName("a\nb\"c\u001b[31m\u2028")
                .build();

        assertThat(MessageRedaction.describe(request)).isEqualTo("name: \"a\\u000ab\\\"c\\u001b[31m\\u2028\"");
    }

    @Test
    void secretsOfARequestAreTakenOutOfOtherText() {
        var request = CreateVolumeRequest.newBuilder()
                .putSecrets("user", "admin-user")
                .putSecrets("password", "admin-user-pass")
                .build();

        assertThat(MessageRedaction.scrub("login admin-user/admin-user-pass refused", request))
                .isEqualTo("login ***stripped***/***stripped*** refused");
    }
}
