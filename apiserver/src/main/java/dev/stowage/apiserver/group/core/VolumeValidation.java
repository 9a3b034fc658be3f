package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Volumes of a pod.
final class VolumeValidation {
    private static final List<String> HOST_PATHS = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    private static final String MODE = "must be a number between 0 and 0777 (octal), both inclusive";

    private VolumeValidation() {}

    /// @return the good ones by name
    static Map<String, JsonNode> validate(JsonNode volumes, String list, Problems problems) {
        Map<String, JsonNode> good = new HashMap<>();
        int i = 0;
        for (JsonNode volume : volumes) {
            String path = list + "[" + i++ + "]";
            int before = problems.causes().size();
            source(volume, path, problems);
            String name = Tree.text(volume, "name");
            if (Checks.required(name, path + ".name", problems)) {
                Checks.mistakes(Names.dnsLabel(name), name, path + ".name", problems);
            }
            if (good.containsKey(name)) {
                problems.duplicate(path + ".name", quoted(name));
            }
            if (problems.causes().size() == before) {
                good.put(name, volume);
            }
        }
        return good;
    }

    private static void source(JsonNode volume, String path, Problems problems) {
        boolean found = false;
        for (Map.Entry<String, JsonNode> field : volume.properties()) {
            String source = field.getKey();
            if (source.equals("name") || field.getValue().isNull()) {
                continue;
            }
            if (found) {
                problems.forbidden(path + "." + source, "may not specify more than 1 volume type");
            } else {
                details(source, field.getValue(), path + "." + source, problems);
            }
            found = true;
        }
        if (!found) {
            problems.required(path, "must specify a volume type");
        }
    }

    private static void details(String kind, JsonNode source, String path, Problems problems) {
        switch (kind) {
            case "hostPath" -> hostPath(source, path, problems);
            case "secret" -> {
                Checks.required(Tree.text(source, "secretName"), path + ".secretName", problems);
                files(source, path, problems);
            }
            case "configMap" -> {
                Checks.required(Tree.text(source, "name"), path + ".name", problems);
                files(source, path, problems);
            }
            case "projected", "downwardAPI" -> mode(source, "defaultMode", path, problems);
            case "persistentVolumeClaim" ->
                Checks.required(Tree.text(source, "claimName"), path + ".claimName", problems);
            case "csi" -> Checks.required(Tree.text(source, "driver"), path + ".driver", problems);
            case "ephemeral" -> {
                if (!Tree.has(source, "volumeClaimTemplate")) {
                    problems.required(path + ".volumeClaimTemplate", "");
                }
            }
            case "nfs" -> {
                Checks.required(Tree.text(source, "server"), path + ".server", problems);
                Checks.required(Tree.text(source, "path"), path + ".path", problems);
            }
            default -> {}
        }
    }

    private static void hostPath(JsonNode source, String path, Problems problems) {
        String place = Tree.text(source, "path");
        if (!Checks.required(place, path + ".path", problems)) {
            return;
        }
        MountValidation.withoutBacksteps(place, path + ".path", problems);
        String type = Tree.text(source, "type");
        if (!HOST_PATHS.contains(type)) {
            problems.notSupported(path + ".type", quoted(type), HOST_PATHS);
        }
    }

    private static void files(JsonNode source, String path, Problems problems) {
        mode(source, "defaultMode", path, problems);
        int i = 0;
        for (JsonNode item : Tree.list(source, "items")) {
            String field = path + ".items[" + i++ + "]";
            Checks.required(Tree.text(item, "key"), field + ".key", problems);
            String place = Tree.text(item, "path");
            Checks.required(place, field + ".path", problems);
            MountValidation.descending(place, field + ".path", problems);
            if (place.startsWith("..") && !place.startsWith("../") && !place.equals("..")) {
                problems.invalid(field + ".path", quoted(place), "must not start with '..'");
            }
            mode(item, "mode", field, problems);
        }
    }

    private static void mode(JsonNode source, String field, String path, Problems problems) {
        Tree.number(source, field).ifPresent(mode -> {
            if (mode < 0 || mode > 0777) {
                problems.invalid(path + "." + field, Long.toString(mode), MODE);
            }
        });
    }
}
