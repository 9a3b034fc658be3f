package dev.stowage.apiserver.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The claims of a service account token.
///
/// @param warnAfter when the holder should have replaced the token, if its lifetime was extended
record TokenClaims(
        String issuer,
        String id,
        List<String> audiences,
        Instant issued,
        Instant expires,
        String namespace,
        Ref account,
        Optional<Ref> pod,
        Optional<Ref> secret,
        Optional<Ref> node,
        Optional<Instant> warnAfter) {

    record Ref(String name, String uid) {
        static Ref of(JsonNode object) {
            return new Ref(JsonTree.text(object, "metadata", "name"), JsonTree.text(object, "metadata", "uid"));
        }
    }

    private static final String PRIVATE = "kubernetes.io";

    TokenClaims {
        audiences = List.copyOf(audiences);
    }

    String subject() {
        return "system:serviceaccount:" + namespace + ":" + account.name();
    }

    ObjectNode toJson() {
        ObjectNode claims = Json.object();
        ArrayNode intended = claims.putArray("aud");
        audiences.forEach(intended::add);
        claims.put("exp", expires.getEpochSecond())
                .put("iat", issued.getEpochSecond())
                .put("iss", issuer)
                .put("jti", id);
        ObjectNode own = claims.putObject(PRIVATE).put("namespace", namespace);
        node.ifPresent(ref -> put(own, "node", ref));
        pod.ifPresent(ref -> put(own, "pod", ref));
        secret.ifPresent(ref -> put(own, "secret", ref));
        put(own, "serviceaccount", account);
        warnAfter.ifPresent(at -> own.put("warnafter", at.getEpochSecond()));
        return claims.put("nbf", issued.getEpochSecond()).put("sub", subject());
    }

    private static void put(ObjectNode own, String field, Ref ref) {
        ObjectNode put = own.putObject(field).put("name", ref.name());
        if (!ref.uid().isEmpty()) {
            put.put("uid", ref.uid());
        }
    }

    /// @throws TokenException when something is missing that every token has
    static TokenClaims of(JsonNode claims) throws TokenException {
        Optional<Ref> account = ref(claims, "serviceaccount");
        List<String> audiences = new ArrayList<>();
        JsonTree.list(claims, "aud").forEach(audience -> audiences.add(audience.asText()));
        if (claims.path("aud").isTextual()) {
            audiences.add(claims.path("aud").textValue());
        }
        TokenClaims read = new TokenClaims(
                JsonTree.text(claims, "iss"),
                JsonTree.text(claims, "jti"),
                audiences,
                time(claims, "nbf"),
                time(claims, "exp"),
                JsonTree.text(claims, PRIVATE, "namespace"),
                account.orElse(new Ref("", "")),
                ref(claims, "pod"),
                ref(claims, "secret"),
                ref(claims, "node"),
                Optional.empty());
        if (account.isEmpty() || !JsonTree.text(claims, "sub").equals(read.subject())) {
            throw new TokenException("the token is of no service account");
        }
        return read;
    }

    private static Optional<Ref> ref(JsonNode claims, String field) {
        return JsonTree.object(claims, PRIVATE, field)
                .map(found -> new Ref(JsonTree.text(found, "name"), JsonTree.text(found, "uid")));
    }

    private static Instant time(JsonNode claims, String field) throws TokenException {
        JsonNode found = claims.path(field);
        // Instant does not support times that are much further away.
        if (!found.isNumber() || Math.abs(found.doubleValue()) > 1e12) {
            throw new TokenException("the token has no " + field);
        }
        return Instant.ofEpochSecond(found.longValue());
    }
}
