package dev.stowage.apiserver.registry.core;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.core.pod.PodDefaults;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.k8s.names.CertificateKeys;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The strategy of secrets. The type of a secret decides its required keys.
final class SecretStrategy implements ResourceStrategy {
    private static final String ACCOUNT = "kubernetes.io/service-account.name";

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Secret", "secrets")
                .selectable("type")
                .strategy(new SecretStrategy())
                .columns(FunctionColumns.name()
                        .text("Type", object -> JsonTree.text(object, "type"))
                        .text("Data", object -> (long) object.path("data").size())
                        .age())
                .done();
    }

    /// `stringData` is write-only and overrides `data` of the same key.
    @Override
    public void complete(ObjectNode object) {
        JsonTree.texts(object, "stringData").forEach((key, text) -> {
            String bytes = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
            JsonTree.ensure(object, "data").put(key, bytes);
        });
        object.remove("stringData");
        PodDefaults.text(object, "type", "Opaque");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        ConfigDataValidation.keys(object, "data", fieldErrors);
        if (ConfigDataValidation.byteSize(object.path("data")) > ConfigDataValidation.MOST) {
            fieldErrors.tooLong("data", ConfigDataValidation.MOST);
        }
        switch (JsonTree.text(object, "type")) {
            case "kubernetes.io/service-account-token" -> {
                if (JsonTree.text(object, "metadata", "annotations", ACCOUNT).isEmpty()) {
                    fieldErrors.required("metadata.annotations[" + ACCOUNT + "]", "");
                }
            }
            case "kubernetes.io/dockercfg" -> json(object, ".dockercfg", fieldErrors);
            case "kubernetes.io/dockerconfigjson" -> json(object, ".dockerconfigjson", fieldErrors);
            case "kubernetes.io/basic-auth" -> {
                if (!has(object, "username") && !has(object, "password")) {
                    require(object, "username", fieldErrors);
                    require(object, "password", fieldErrors);
                }
            }
            case "kubernetes.io/ssh-auth" -> {
                if (JsonTree.text(object, "data", "ssh-privatekey").isEmpty()) {
                    fieldErrors.required("data[ssh-privatekey]", "");
                }
            }
            case CertificateKeys.TLS_SECRET_TYPE -> {
                require(object, CertificateKeys.TLS_CERTIFICATE, fieldErrors);
                require(object, CertificateKeys.TLS_KEY, fieldErrors);
            }
            default -> {}
        }
    }

    private static boolean has(ObjectNode object, String key) {
        return object.path("data").has(key);
    }

    private static boolean require(ObjectNode object, String key, FieldErrors fieldErrors) {
        if (!has(object, key)) {
            fieldErrors.required("data[" + key + "]", "");
        }
        return has(object, key);
    }

    private static void json(ObjectNode object, String key, FieldErrors fieldErrors) {
        if (!require(object, key, fieldErrors)) {
            return;
        }
        try {
            if (!Json.read(Base64.getDecoder().decode(JsonTree.text(object, "data", key)))
                    .isObject()) {
                refuse(key, fieldErrors);
            }
        } catch (JsonProcessingException | IllegalArgumentException _) {
            refuse(key, fieldErrors);
        }
    }

    private static void refuse(String key, FieldErrors fieldErrors) {
        fieldErrors.invalid("data[" + key + "]", quoted("<secret contents redacted>"), "invalid character");
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        String type = JsonTree.text(object, "type");
        if (!type.equals(JsonTree.text(old, "type"))) {
            fieldErrors.invalid("type", quoted(type), "field is immutable");
        }
        ConfigDataValidation.immutable(object, old, fieldErrors, "data");
        validate(object, fieldErrors);
    }
}
