package dev.stowage.sidecar.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.secret.SecretTemplateException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretParametersTest {
    private static final SecretParameters.TemplateValues SUBJECT =
            new SecretParameters.TemplateValues("pvc-1", "shop", "data", Map.of("example.com/secret", "mine"));

    /// Reads `key=value key=value`, with `p/` for the prefix.
    private static Map<String, String> parameters(String text) {
        Map<String, String> all = new TreeMap<>();
        for (String pair : text.split(" ", -1)) {
            String[] parts = pair.replaceFirst("^p/", CsiKeys.PREFIX).split("=", 2);
            all.put(parts[0], parts[1]);
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "p/provisioner-secret-name=a p/provisioner-secret-namespace=b, b, a",
        "csiProvisionerSecretName=a csiProvisionerSecretNamespace=b, b, a",
        "p/secret-name=a p/secret-namespace=b, b, a",
        "p/secret-name=x p/secret-namespace=y p/provisioner-secret-name=a p/provisioner-secret-namespace=b, b, a",
        "csiProvisionerSecretName=a p/provisioner-secret-namespace=b, b, a",
        "p/secret-name=${pvc.name} p/secret-namespace=${pvc.namespace}, shop, data",
        "p/secret-name=${pv.name}.x p/secret-namespace=${pv.name}, pvc-1, pvc-1.x",
        "p/secret-name=${pvc.annotations['example.com/secret']} p/secret-namespace=ns, ns, mine",
        "p/secret-name=${pvc.namespace}-${pvc.name} p/secret-namespace=ns, ns, shop-data",
    })
    void secretIsWhereTheClassSays(String text, String namespace, String name) throws SecretTemplateException {
        assertThat(SecretParameters.PROVISIONER.resolve(parameters(text), SUBJECT))
                .isEqualTo(new SecretReference(namespace, name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p/provisioner-secret-name=a | Both must be specified",
                "p/secret-namespace=a | failed to get default name",
                "p/provisioner-secret-name= p/provisioner-secret-namespace=b | name is empty",
                "p/provisioner-secret-name=a csiProvisionerSecretName=b p/provisioner-secret-namespace=c | with both",
                "p/secret-name=a p/secret-namespace=${pvc.name} | invalid tokens: [\"pvc.name\"]",
                "p/secret-name=a p/secret-namespace=${pvc.annotations['x']} | invalid tokens",
                "p/secret-name=${pvc.annotations['x']} p/secret-namespace=b | invalid tokens",
                "p/secret-name=A_B p/secret-namespace=b | \"A_B\" is not a valid secret name",
                "p/secret-name=a p/secret-namespace=b.c | \"b.c\" is not a valid namespace name",
                "p/secret-name=${pvc.name}! p/secret-namespace=b | resolved to \"data!\" which is not a valid secret name",
            })
    void mistakesAreNamed(String text, String message) {
        assertThatThrownBy(() -> SecretParameters.PROVISIONER.resolve(parameters(text.strip()), SUBJECT))
                .isInstanceOf(SecretTemplateException.class)
                .hasMessageContaining(message.strip());
    }

    @Test
    void annotationsThatSecretNamesDependOnAreFound() {
        assertThat(SecretParameters.claimAnnotations(parameters(
                        "p/secret-name=${pvc.annotations['example.com/secret']}-${pvc.name} p/secret-namespace=ns"
                                + " csiNodeStageSecretName=${pvc.annotations['b']}$x other=${pvc.annotations[']}")))
                .containsExactlyInAnyOrder("example.com/secret", "b");
    }

    @Test
    void classWithoutSecretHasNone() throws SecretTemplateException {
        assertThat(SecretParameters.NODE_STAGE.resolve(
                        parameters("p/provisioner-secret-name=a p/provisioner-secret-namespace=b"), SUBJECT))
                .isNull();
    }
}
