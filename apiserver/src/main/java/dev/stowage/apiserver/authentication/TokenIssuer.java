package dev.stowage.apiserver.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.TokenClaims.Ref;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.k8s.names.ApiGroups;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Issues service account tokens.
public final class TokenIssuer {
    private static final long SHORTEST = 600;
    private static final long LONGEST = 1L << 32;
    private static final long USUAL = 3600;

    /// The lifetime that pod admission requests. Old programs read such a token only once, so its lifetime is
    /// extended.
    private static final long OF_A_POD = 3607;

    private static final Duration EXTENDED = Duration.ofDays(365);

    private final TokenKeys keys;
    private final String issuer;
    private final List<String> ownAudiences;
    private final ObjectStore objectStore;
    private final Clock clock;

    /// @param audiences of this server, for requests that name none
    public TokenIssuer(TokenKeys keys, String issuer, List<String> audiences, ObjectStore objectStore, Clock clock) {
        this.keys = keys;
        this.issuer = issuer;
        this.ownAudiences = List.copyOf(audiences);
        this.objectStore = objectStore;
        this.clock = clock;
    }

    /// @param account as stored
    /// @param request a `TokenRequest`
    public ObjectNode issue(ObjectNode account, ObjectNode request) throws ApiException {
        ObjectNode answer = request.deepCopy();
        Ref owner = Ref.of(account);
        String namespace = JsonTree.text(account, "metadata", "namespace");
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        address(answer, owner, namespace, now);
        ObjectNode spec = JsonTree.ensure(answer, "spec");
        List<String> audiences = audiences(spec);
        long seconds = seconds(spec);
        TokenClaims tokenClaims = new TokenClaims(
                issuer,
                UUID.randomUUID().toString(),
                audiences,
                now,
                now.plusSeconds(seconds),
                namespace,
                owner,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Optional<ObjectNode> bound = JsonTree.object(spec, "boundObjectRef");
        if (bound.isPresent()) {
            tokenClaims = bound(tokenClaims, bound.get(), seconds);
        } else {
            spec.putNull("boundObjectRef");
        }
        answer.putObject("status")
                .put("token", keys.sign(tokenClaims.toJson()))
                .put("expirationTimestamp", now.plusSeconds(seconds).toString());
        return answer;
    }

    private static void address(ObjectNode answer, Ref owner, String namespace, Instant now) throws ApiException {
        ObjectNode metadata = JsonTree.ensure(answer, "metadata");
        same(metadata, "name", owner.name(), owner, "must match the service account name if specified");
        same(metadata, "namespace", namespace, owner, "must match the service account namespace if specified");
        String uid = JsonTree.text(metadata, "uid");
        if (!uid.isEmpty() && !uid.equals(owner.uid())) {
            throw ApiException.conflict(
                    ApiGroups.AUTHENTICATION,
                    "TokenRequest",
                    owner.name(),
                    "the UID in the token request (%s) does not match the UID of the service account (%s)"
                            .formatted(uid, owner.uid()));
        }
        metadata.put("name", owner.name())
                .put("namespace", namespace)
                .put("uid", owner.uid())
                .put("creationTimestamp", now.toString());
    }

    private static void same(ObjectNode metadata, String field, String wanted, Ref owner, String detail)
            throws ApiException {
        String given = JsonTree.text(metadata, field);
        if (!given.isEmpty() && !given.equals(wanted)) {
            FieldErrors fieldErrors = new FieldErrors();
            fieldErrors.invalid("metadata." + field, FieldErrors.quoted(given), detail);
            throw ApiException.invalid(ApiGroups.AUTHENTICATION, "TokenRequest", owner.name(), fieldErrors);
        }
    }

    private List<String> audiences(ObjectNode spec) {
        List<String> audiences = new ArrayList<>();
        for (JsonNode audience : JsonTree.list(spec, "audiences")) {
            audiences.add(audience.asText());
        }
        if (audiences.isEmpty()) {
            audiences.addAll(ownAudiences);
            ArrayNode list = Json.list();
            audiences.forEach(list::add);
            spec.set("audiences", list);
        }
        return audiences;
    }

    private static long seconds(ObjectNode spec) throws ApiException {
        long seconds = JsonTree.number(spec, "expirationSeconds").orElse(USUAL);
        FieldErrors fieldErrors = new FieldErrors();
        if (seconds < SHORTEST) {
            fieldErrors.invalid(
                    "spec.expirationSeconds",
                    Long.toString(seconds),
                    "may not specify a duration less than 10 minutes");
        }
        if (seconds > LONGEST) {
            fieldErrors.invalid(
                    "spec.expirationSeconds",
                    Long.toString(seconds),
                    "may not specify a duration larger than 2^32 seconds");
        }
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid(ApiGroups.AUTHENTICATION, "TokenRequest", "", fieldErrors);
        }
        spec.put("expirationSeconds", seconds);
        return seconds;
    }

    private TokenClaims bound(TokenClaims tokenClaims, ObjectNode reference, long seconds) throws ApiException {
        String kind = JsonTree.text(reference, "kind");
        String version = JsonTree.text(reference, "apiVersion");
        if (version.contains("/")) {
            kind = "";
        }
        return switch (kind) {
            case "Pod" -> ofPod(tokenClaims, require("pods", tokenClaims.namespace(), kind, reference), seconds);
            case "Secret" -> {
                Ref secret = Ref.of(require("secrets", tokenClaims.namespace(), kind, reference));
                yield with(tokenClaims, Optional.empty(), Optional.of(secret), Optional.empty());
            }
            case "Node" -> {
                Ref node = Ref.of(require("nodes", "", kind, reference));
                yield with(tokenClaims, Optional.empty(), Optional.empty(), Optional.of(node));
            }
            default ->
                throw ApiException.badRequest("cannot bind token to object of type %s, Kind=%s"
                        .formatted(version.contains("/") ? version : "/" + version, JsonTree.text(reference, "kind")));
        };
    }

    private TokenClaims ofPod(TokenClaims tokenClaims, ObjectNode pod, long seconds) throws ApiException {
        if (!JsonTree.text(pod, "spec", "serviceAccountName")
                .equals(tokenClaims.account().name())) {
            throw ApiException.badRequest(
                    "cannot bind token for serviceaccount %s to pod running with different serviceaccount name."
                            .formatted(FieldErrors.quoted(tokenClaims.account().name())));
        }
        String nodeName = JsonTree.text(pod, "spec", "nodeName");
        Optional<Ref> node = nodeName.isEmpty()
                ? Optional.empty()
                : Optional.of(objectStore
                        .get(new ObjectKey("nodes", "", nodeName))
                        .map(storedObject -> Ref.of(Json.stored(storedObject.value())))
                        .orElse(new Ref(nodeName, "")));
        TokenClaims bound = with(tokenClaims, Optional.of(Ref.of(pod)), Optional.empty(), node);
        boolean isForUs = ownAudiences.containsAll(tokenClaims.audiences());
        return seconds == OF_A_POD && isForUs ? extended(bound) : bound;
    }

    private ObjectNode require(String resource, String namespace, String kind, ObjectNode reference)
            throws ApiException {
        String name = JsonTree.text(reference, "name");
        ObjectNode found = objectStore
                .get(new ObjectKey(resource, namespace, name))
                .map(storedObject -> Json.stored(storedObject.value()))
                .orElseThrow(() -> ApiException.notFound("", resource, name));
        String uid = JsonTree.text(reference, "uid");
        if (!uid.isEmpty() && !uid.equals(JsonTree.text(found, "metadata", "uid"))) {
            throw ApiException.conflict(
                    "",
                    kind,
                    name,
                    ("the UID in the bound object reference (%s) does not match the UID in record. The object might"
                                    + " have been deleted and then recreated")
                            .formatted(uid));
        }
        return found;
    }

    private static TokenClaims with(
            TokenClaims tokenClaims, Optional<Ref> pod, Optional<Ref> secret, Optional<Ref> node) {
        return new TokenClaims(
                tokenClaims.issuer(),
                tokenClaims.id(),
                tokenClaims.audiences(),
                tokenClaims.issued(),
                tokenClaims.expires(),
                tokenClaims.namespace(),
                tokenClaims.account(),
                pod,
                secret,
                node,
                Optional.empty());
    }

    private static TokenClaims extended(TokenClaims tokenClaims) {
        return new TokenClaims(
                tokenClaims.issuer(),
                tokenClaims.id(),
                tokenClaims.audiences(),
                tokenClaims.issued(),
                tokenClaims.issued().plus(EXTENDED),
                tokenClaims.namespace(),
                tokenClaims.account(),
                tokenClaims.pod(),
                tokenClaims.secret(),
                tokenClaims.node(),
                Optional.of(tokenClaims.expires()));
    }
}
