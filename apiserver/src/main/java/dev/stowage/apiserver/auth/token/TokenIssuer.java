package dev.stowage.apiserver.auth.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.token.Claims.Ref;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Makes tokens for service accounts.
public final class TokenIssuer {
    private static final String GROUP = "authentication.k8s.io";
    private static final long SHORTEST = 600;
    private static final long LONGEST = 1L << 32;
    private static final long USUAL = 3600;

    /// What the admission of pods asks for. Old programs read such a token once and never again, so it lasts longer
    /// than it says.
    private static final long OF_A_POD = 3607;

    private static final Duration EXTENDED = Duration.ofDays(365);

    private final TokenKeys keys;
    private final String issuer;
    private final List<String> ownAudiences;
    private final Store store;
    private final Clock clock;

    /// @param audiences of this server, for requests that name none
    public TokenIssuer(TokenKeys keys, String issuer, List<String> audiences, Store store, Clock clock) {
        this.keys = keys;
        this.issuer = issuer;
        this.ownAudiences = List.copyOf(audiences);
        this.store = store;
        this.clock = clock;
    }

    /// @param account as stored
    /// @param request a `TokenRequest`
    public ObjectNode issue(ObjectNode account, ObjectNode request) throws ApiException {
        ObjectNode answer = request.deepCopy();
        Ref owner = Ref.of(account);
        String namespace = Tree.text(account, "metadata", "namespace");
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        address(answer, owner, namespace, now);
        ObjectNode spec = Tree.ensure(answer, "spec");
        List<String> audiences = audiences(spec);
        long seconds = seconds(spec);
        Claims claims = new Claims(
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
        Optional<ObjectNode> bound = Tree.object(spec, "boundObjectRef");
        if (bound.isPresent()) {
            claims = bound(claims, bound.get(), seconds);
        } else {
            spec.putNull("boundObjectRef");
        }
        answer.putObject("status")
                .put("token", keys.sign(claims.toJson()))
                .put("expirationTimestamp", now.plusSeconds(seconds).toString());
        return answer;
    }

    private static void address(ObjectNode answer, Ref owner, String namespace, Instant now) throws ApiException {
        ObjectNode metadata = Tree.ensure(answer, "metadata");
        same(metadata, "name", owner.name(), owner, "must match the service account name if specified");
        same(metadata, "namespace", namespace, owner, "must match the service account namespace if specified");
        String uid = Tree.text(metadata, "uid");
        if (!uid.isEmpty() && !uid.equals(owner.uid())) {
            throw ApiException.conflict(
                    GROUP,
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
        String given = Tree.text(metadata, field);
        if (!given.isEmpty() && !given.equals(wanted)) {
            Problems problems = new Problems();
            problems.invalid("metadata." + field, Problems.quoted(given), detail);
            throw ApiException.invalid(GROUP, "TokenRequest", owner.name(), problems);
        }
    }

    private List<String> audiences(ObjectNode spec) {
        List<String> audiences = new ArrayList<>();
        for (JsonNode audience : Tree.list(spec, "audiences")) {
            audiences.add(audience.asText());
        }
        if (audiences.isEmpty()) {
            audiences.addAll(ownAudiences);
            ArrayNode told = Json.list();
            audiences.forEach(told::add);
            spec.set("audiences", told);
        }
        return audiences;
    }

    private static long seconds(ObjectNode spec) throws ApiException {
        long seconds = Tree.number(spec, "expirationSeconds").orElse(USUAL);
        Problems problems = new Problems();
        if (seconds < SHORTEST) {
            problems.invalid(
                    "spec.expirationSeconds",
                    Long.toString(seconds),
                    "may not specify a duration less than 10 minutes");
        }
        if (seconds > LONGEST) {
            problems.invalid(
                    "spec.expirationSeconds",
                    Long.toString(seconds),
                    "may not specify a duration larger than 2^32 seconds");
        }
        if (!problems.isEmpty()) {
            throw ApiException.invalid(GROUP, "TokenRequest", "", problems);
        }
        spec.put("expirationSeconds", seconds);
        return seconds;
    }

    private Claims bound(Claims claims, ObjectNode reference, long seconds) throws ApiException {
        String kind = Tree.text(reference, "kind");
        String version = Tree.text(reference, "apiVersion");
        if (version.contains("/")) {
            kind = "";
        }
        return switch (kind) {
            case "Pod" -> ofPod(claims, require("pods", claims.namespace(), kind, reference), seconds);
            case "Secret" -> {
                Ref secret = Ref.of(require("secrets", claims.namespace(), kind, reference));
                yield with(claims, Optional.empty(), Optional.of(secret), Optional.empty());
            }
            case "Node" -> {
                Ref node = Ref.of(require("nodes", "", kind, reference));
                yield with(claims, Optional.empty(), Optional.empty(), Optional.of(node));
            }
            default ->
                throw ApiException.badRequest("cannot bind token to object of type %s, Kind=%s"
                        .formatted(version.contains("/") ? version : "/" + version, Tree.text(reference, "kind")));
        };
    }

    private Claims ofPod(Claims claims, ObjectNode pod, long seconds) throws ApiException {
        if (!Tree.text(pod, "spec", "serviceAccountName")
                .equals(claims.account().name())) {
            throw ApiException.badRequest(
                    "cannot bind token for serviceaccount %s to pod running with different serviceaccount name."
                            .formatted(Problems.quoted(claims.account().name())));
        }
        String nodeName = Tree.text(pod, "spec", "nodeName");
        Optional<Ref> node = nodeName.isEmpty()
                ? Optional.empty()
                : Optional.of(store.get(new Key("nodes", "", nodeName))
                        .map(entry -> Ref.of(Json.stored(entry.value())))
                        .orElse(new Ref(nodeName, "")));
        Claims bound = with(claims, Optional.of(Ref.of(pod)), Optional.empty(), node);
        boolean isForUs = ownAudiences.containsAll(claims.audiences());
        return seconds == OF_A_POD && isForUs ? extended(bound) : bound;
    }

    private ObjectNode require(String resource, String namespace, String kind, ObjectNode reference)
            throws ApiException {
        String name = Tree.text(reference, "name");
        ObjectNode found = store.get(new Key(resource, namespace, name))
                .map(entry -> Json.stored(entry.value()))
                .orElseThrow(() -> ApiException.notFound("", resource, name));
        String uid = Tree.text(reference, "uid");
        if (!uid.isEmpty() && !uid.equals(Tree.text(found, "metadata", "uid"))) {
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

    private static Claims with(Claims claims, Optional<Ref> pod, Optional<Ref> secret, Optional<Ref> node) {
        return new Claims(
                claims.issuer(),
                claims.id(),
                claims.audiences(),
                claims.issued(),
                claims.expires(),
                claims.namespace(),
                claims.account(),
                pod,
                secret,
                node,
                Optional.empty());
    }

    private static Claims extended(Claims claims) {
        return new Claims(
                claims.issuer(),
                claims.id(),
                claims.audiences(),
                claims.issued(),
                claims.issued().plus(EXTENDED),
                claims.namespace(),
                claims.account(),
                claims.pod(),
                claims.secret(),
                claims.node(),
                Optional.of(claims.expires()));
    }
}
