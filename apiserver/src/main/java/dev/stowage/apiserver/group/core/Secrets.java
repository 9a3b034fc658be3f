package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Secrets. Their type says which keys they have.
final class Secrets implements Strategy {
    private static final String ACCOUNT = "kubernetes.io/service-account.name";

    static Resource resource(Group group) {
        return group.resource("Secret", "secrets")
                .selectable("type")
                .strategy(new Secrets())
                .columns(TableOf.name()
                        .text("Type", object -> Tree.text(object, "type"))
                        .text("Data", object -> (long) object.path("data").size())
                        .age())
                .done();
    }

    /// Plain texts are for writing only, and win over bytes of the same key.
    @Override
    public void complete(ObjectNode object) {
        Tree.texts(object, "stringData").forEach((key, text) -> {
            String bytes = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
            Tree.ensure(object, "data").put(key, bytes);
        });
        object.remove("stringData");
        PodDefaults.text(object, "type", "Opaque");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        Data.keys(object, "data", problems);
        if (Data.byteSize(object.path("data")) > Data.MOST) {
            problems.tooLong("data", Data.MOST);
        }
        switch (Tree.text(object, "type")) {
            case "kubernetes.io/service-account-token" -> {
                if (Tree.text(object, "metadata", "annotations", ACCOUNT).isEmpty()) {
                    problems.required("metadata.annotations[" + ACCOUNT + "]", "");
                }
            }
            case "kubernetes.io/dockercfg" -> json(object, ".dockercfg", problems);
            case "kubernetes.io/dockerconfigjson" -> json(object, ".dockerconfigjson", problems);
            case "kubernetes.io/basic-auth" -> {
                if (!has(object, "username") && !has(object, "password")) {
                    require(object, "username", problems);
                    require(object, "password", problems);
                }
            }
            case "kubernetes.io/ssh-auth" -> {
                if (Tree.text(object, "data", "ssh-privatekey").isEmpty()) {
                    problems.required("data[ssh-privatekey]", "");
                }
            }
            case "kubernetes.io/tls" -> {
                require(object, "tls.crt", problems);
                require(object, "tls.key", problems);
            }
            default -> {}
        }
    }

    private static boolean has(ObjectNode object, String key) {
        return object.path("data").has(key);
    }

    private static boolean require(ObjectNode object, String key, Problems problems) {
        if (!has(object, key)) {
            problems.required("data[" + key + "]", "");
        }
        return has(object, key);
    }

    private static void json(ObjectNode object, String key, Problems problems) {
        if (!require(object, key, problems)) {
            return;
        }
        try {
            if (!Json.read(Base64.getDecoder().decode(Tree.text(object, "data", key)))
                    .isObject()) {
                refuse(key, problems);
            }
        } catch (JsonProcessingException | IllegalArgumentException _) {
            refuse(key, problems);
        }
    }

    private static void refuse(String key, Problems problems) {
        problems.invalid("data[" + key + "]", quoted("<secret contents redacted>"), "invalid character");
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        String type = Tree.text(object, "type");
        if (!type.equals(Tree.text(old, "type"))) {
            problems.invalid("type", quoted(type), "field is immutable");
        }
        Data.immutable(object, old, problems, "data");
        validate(object, problems);
    }
}
