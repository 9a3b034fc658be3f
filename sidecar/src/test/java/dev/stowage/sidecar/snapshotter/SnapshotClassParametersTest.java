package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.model.SecretReference;
import dev.stowage.sidecar.snapshotter.SnapshotClassParameters.SecretPurpose;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SnapshotClassParametersTest {
    private static final String NAME = "csi.storage.k8s.io/snapshotter-list-secret-name";
    private static final String NAMESPACE = "csi.storage.k8s.io/snapshotter-list-secret-namespace";

    @Test
    void whatIsForUsDoesNotReachTheDriver() throws SnapshotException {
        assertThat(SnapshotClassParameters.forDriver(Map.of(
                        "a",
                        "b",
                        "csi.storage.k8s.io/snapshotter-secret-name",
                        "x",
                        "csi.storage.k8s.io/snapshotter-secret-namespace",
                        "x",
                        NAME,
                        "x",
                        NAMESPACE,
                        "x",
                        "csi.storage.k8s.io/group-snapshotter-secret-name",
                        "x",
                        "csi.storage.k8s.io/group-snapshotter-get-secret-namespace",
                        "x",
                        "csiSnapshotterSecretName",
                        "old")))
                .isEqualTo(Map.of("a", "b", "csiSnapshotterSecretName", "old"));
    }

    @Test
    void anUnknownKeyWithOurPrefixIsRejected() {
        assertThatThrownBy(() -> SnapshotClassParameters.forDriver(Map.of("csi.storage.k8s.io/colour", "red")))
                .hasMessage("failed to remove CSI Parameters of prefixed keys: found unknown parameter key"
                        + " \"csi.storage.k8s.io/colour\" with reserved namespace csi.storage.k8s.io/");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key | vault | vault/key",
                "key-${volumesnapshotcontent.name} | vault | vault/key-c-1",
                "key.v2 | ns-${volumesnapshotcontent.name} | ns-c-1/key.v2",
                "key | | either name and namespace for SnapshotterList secrets specified, Both must be specified",
                "| vault | either name and namespace for SnapshotterList secrets specified, Both must be specified",
                "'' | vault | secrets specified in parameters but value of either namespace or name is empty",
                "key | v.ault | \"v.ault\" is not a valid namespace name",
                "Key | vault | \"Key\" is not a valid secret name",
                "${volumesnapshotcontent.name}_ | vault | resolved to \"c-1_\" which is not a valid secret name",
                "${volumesnapshot.name} | vault | invalid tokens: [\"volumesnapshot.name\"]",
                "$other | vault | invalid tokens: [\"other\"]",
                "| | nowhere",
            })
    void theSecretOfAQuestionIs(String name, String namespace, String expected) {
        Map<String, String> parameters = new HashMap<>();
        if (name != null) {
            parameters.put(NAME, name);
        }
        if (namespace != null) {
            parameters.put(NAMESPACE, namespace);
        }
        assertThat(secret(parameters)).endsWith(expected);
    }

    private static String secret(Map<String, String> parameters) {
        try {
            SecretReference found = SnapshotClassParameters.secret(parameters, SecretPurpose.LIST, "c-1");
            return found == null ? "nowhere" : found.namespace() + "/" + found.name();
        } catch (SnapshotException e) {
            return e.text();
        }
    }
}
