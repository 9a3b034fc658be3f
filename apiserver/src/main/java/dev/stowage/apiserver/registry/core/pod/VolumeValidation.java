package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.k8s.validation.NameValidation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Validates the volumes of a pod.
final class VolumeValidation {
    private static final List<String> HOST_PATHS = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    private static final String MODE = "must be a number between 0 and 0777 (octal), both inclusive";

    private VolumeValidation() {}

    /// @return the valid volumes by name
    static Map<String, JsonNode> validate(JsonNode volumes, String list, FieldErrors fieldErrors) {
        Map<String, JsonNode> good = new HashMap<>();
        int i = 0;
        for (JsonNode volume : volumes) {
            String path = list + "[" + i++ + "]";
            int before = fieldErrors.causes().size();
            source(volume, path, fieldErrors);
            String name = JsonTree.text(volume, "name");
            if (FieldChecks.required(name, path + ".name", fieldErrors)) {
                FieldChecks.violations(NameValidation.dnsLabel(name), name, path + ".name", fieldErrors);
            }
            if (good.containsKey(name)) {
                fieldErrors.duplicate(path + ".name", quoted(name));
            }
            if (fieldErrors.causes().size() == before) {
                good.put(name, volume);
            }
        }
        return good;
    }

    private static void source(JsonNode volume, String path, FieldErrors fieldErrors) {
        boolean found = false;
        for (Map.Entry<String, JsonNode> field : volume.properties()) {
            String source = field.getKey();
            if (source.equals("name") || field.getValue().isNull()) {
                continue;
            }
            if (found) {
                fieldErrors.forbidden(path + "." + source, "may not specify more than 1 volume type");
            } else {
                details(source, field.getValue(), path + "." + source, fieldErrors);
            }
            found = true;
        }
        if (!found) {
            fieldErrors.required(path, "must specify a volume type");
        }
    }

    private static void details(String kind, JsonNode source, String path, FieldErrors fieldErrors) {
        switch (kind) {
            case "hostPath" -> hostPath(source, path, fieldErrors);
            case "secret" -> {
                FieldChecks.required(JsonTree.text(source, "secretName"), path + ".secretName", fieldErrors);
                files(source, path, fieldErrors);
            }
            case "configMap" -> {
                FieldChecks.required(JsonTree.text(source, "name"), path + ".name", fieldErrors);
                files(source, path, fieldErrors);
            }
            case "projected", "downwardAPI" -> mode(source, "defaultMode", path, fieldErrors);
            case "persistentVolumeClaim" ->
                FieldChecks.required(JsonTree.text(source, "claimName"), path + ".claimName", fieldErrors);
            case "csi" -> FieldChecks.required(JsonTree.text(source, "driver"), path + ".driver", fieldErrors);
            case "ephemeral" -> {
                if (!JsonTree.has(source, "volumeClaimTemplate")) {
                    fieldErrors.required(path + ".volumeClaimTemplate", "");
                }
            }
            case "nfs" -> {
                FieldChecks.required(JsonTree.text(source, "server"), path + ".server", fieldErrors);
                FieldChecks.required(JsonTree.text(source, "path"), path + ".path", fieldErrors);
            }
            default -> {}
        }
    }

    private static void hostPath(JsonNode source, String path, FieldErrors fieldErrors) {
        String place = JsonTree.text(source, "path");
        if (!FieldChecks.required(place, path + ".path", fieldErrors)) {
            return;
        }
        VolumeMountValidation.withoutBacksteps(place, path + ".path", fieldErrors);
        String type = JsonTree.text(source, "type");
        if (!HOST_PATHS.contains(type)) {
            fieldErrors.notSupported(path + ".type", quoted(type), HOST_PATHS);
        }
    }

    private static void files(JsonNode source, String path, FieldErrors fieldErrors) {
        mode(source, "defaultMode", path, fieldErrors);
        int i = 0;
        for (JsonNode item : JsonTree.list(source, "items")) {
            String field = path + ".items[" + i++ + "]";
            FieldChecks.required(JsonTree.text(item, "key"), field + ".key", fieldErrors);
            String place = JsonTree.text(item, "path");
            FieldChecks.required(place, field + ".path", fieldErrors);
            VolumeMountValidation.descending(place, field + ".path", fieldErrors);
            if (place.startsWith("..") && !place.startsWith("../") && !place.equals("..")) {
                fieldErrors.invalid(field + ".path", quoted(place), "must not start with '..'");
            }
            mode(item, "mode", field, fieldErrors);
        }
    }

    private static void mode(JsonNode source, String field, String path, FieldErrors fieldErrors) {
        JsonTree.number(source, field).ifPresent(mode -> {
            if (mode < 0 || mode > 0777) {
                fieldErrors.invalid(path + "." + field, Long.toString(mode), MODE);
            }
        });
    }
}
