package dev.stowage.apiserver.registry.generic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.BuiltInResources;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.BuiltInTypes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnenforcedKindsTest {
    private static final List<ResourceDescriptor> RESOURCES = BuiltInResources.all(BuiltInTypes::of);

    private static Optional<String> warning(String kind, String json) throws Exception {
        ResourceDescriptor descriptor = RESOURCES.stream()
                .filter(each -> each.names().kind().equals(kind))
                .findFirst()
                .orElseThrow();
        JsonNode object = Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return UnenforcedKinds.warning(descriptor, object);
    }

    @Test
    void everyKindIsServed() {
        assertThat(RESOURCES.stream()
                        .map(each -> each.group() + "/" + each.names().kind()))
                .containsAll(UnenforcedKinds.kinds());
    }

    @Test
    void aKindWithoutEffectIsNamedWithTheReason() throws Exception {
        assertThat(warning("ValidatingWebhookConfiguration", "{}"))
                .contains("ValidatingWebhookConfiguration is stored but has no effect:"
                        + " this API server does not call admission webhooks");
    }

    @ParameterizedTest
    @CsvSource({"Pod", "StorageClass", "ResourceQuota", "LimitRange", "PriorityClass", "Lease"})
    void aKindWithAnEffectIsNot(String kind) throws Exception {
        assertThat(warning(kind, "{}")).isEmpty();
    }

    @Test
    void aServiceOfThisServerIsServed() throws Exception {
        assertThat(warning("APIService", "{'spec':{'group':'apps'}}")).isEmpty();
        assertThat(warning("APIService", "{'spec':{'service':{'name':'metrics'}}}"))
                .isPresent();
    }

    @Test
    void aCertificateOfAnotherSignerMayBeSigned() throws Exception {
        assertThat(warning("CertificateSigningRequest", "{'spec':{'signerName':'example.com/mine'}}"))
                .isEmpty();
        assertThat(warning("CertificateSigningRequest", "{'spec':{'signerName':'kubernetes.io/kubelet-serving'}}"))
                .isPresent();
    }
}
