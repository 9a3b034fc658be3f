package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A CertificateSigningRequest. The requester is set by the API server from the authentication.
///
/// @param requester the name of the user who created it
/// @param extra what else the API server knows of the requester
/// @param expiration the requested validity
/// @param request the certificate request in PEM; empty when it is not valid Base64
/// @param certificate issued, in PEM; empty if there is none
public record CertificateSigningRequest(
        ObjectMeta meta,
        String signerName,
        String requester,
        Map<String, List<String>> extra,
        List<String> usages,
        Optional<Duration> expiration,
        String request,
        List<StatusCondition> conditions,
        String certificate)
        implements KubeObject {
    public static final String APPROVED = "Approved";
    public static final String DENIED = "Denied";
    public static final String FAILED = "Failed";

    public CertificateSigningRequest {
        extra = Map.copyOf(extra);
        usages = List.copyOf(usages);
        conditions = List.copyOf(conditions);
    }

    public static CertificateSigningRequest read(JsonNode object) {
        JsonNode spec = object.path("spec");
        Map<String, List<String>> extra = new LinkedHashMap<>();
        spec.path("extra").properties().forEach(entry -> extra.put(entry.getKey(), JsonFields.texts(entry.getValue())));
        JsonNode seconds = spec.path("expirationSeconds");
        return new CertificateSigningRequest(
                ObjectMeta.read(object),
                JsonFields.shared(spec, "signerName"),
                JsonFields.text(spec, "username"),
                extra,
                JsonFields.texts(spec.path("usages")),
                seconds.isNumber() ? Optional.of(Duration.ofSeconds(seconds.asLong())) : Optional.empty(),
                decoded(spec, "request"),
                JsonFields.list(object.path("status").path("conditions"), StatusCondition::read),
                decoded(object.path("status"), "certificate"));
    }

    private static String decoded(JsonNode object, String field) {
        try {
            return new String(Base64.getDecoder().decode(JsonFields.text(object, field)), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            return ""; // what cannot be read is refused by those who need it
        }
    }

    public Optional<StatusCondition> condition(String type) {
        return conditions.stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
    }
}
