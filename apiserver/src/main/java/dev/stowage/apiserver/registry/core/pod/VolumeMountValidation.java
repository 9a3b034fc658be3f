package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates volume mounts and volume devices of a container.
final class VolumeMountValidation {
    private VolumeMountValidation() {}

    static void mounts(JsonNode container, String parent, Map<String, JsonNode> volumes, FieldErrors fieldErrors) {
        String list = parent + ".volumeMounts";
        Map<String, String> devices = places(JsonTree.list(container, "volumeDevices"), "devicePath");
        Set<String> paths = new HashSet<>();
        int i = 0;
        for (JsonNode mount : JsonTree.list(container, "volumeMounts")) {
            String path = list + "[" + i++ + "]";
            String name = JsonTree.text(mount, "name");
            String place = JsonTree.text(mount, "mountPath");
            FieldChecks.required(name, path + ".name", fieldErrors);
            if (!volumes.containsKey(name)) {
                fieldErrors.notFound(path + ".name", quoted(name));
            }
            FieldChecks.required(place, path + ".mountPath", fieldErrors);
            if (!paths.add(place)) {
                fieldErrors.invalid(path + ".mountPath", quoted(place), "must be unique");
            }
            if (devices.containsKey(name)) {
                fieldErrors.invalid(path + ".name", quoted(name), "must not already exist in volumeDevices");
            }
            if (devices.containsValue(place)) {
                fieldErrors.invalid(
                        path + ".mountPath", quoted(place), "must not already exist as a path in volumeDevices");
            }
            subPaths(mount, list, path, fieldErrors);
        }
    }

    private static void subPaths(JsonNode mount, String list, String path, FieldErrors fieldErrors) {
        String plain = JsonTree.text(mount, "subPath");
        String expression = JsonTree.text(mount, "subPathExpr");
        descending(plain, list + ".subPath", fieldErrors);
        if (!expression.isEmpty() && !plain.isEmpty()) {
            fieldErrors.invalid(
                    path + ".subPathExpr", quoted(expression), "subPathExpr and subPath are mutually exclusive");
        }
        descending(expression, list + ".subPathExpr", fieldErrors);
    }

    static void descending(String value, String path, FieldErrors fieldErrors) {
        if (value.startsWith("/")) {
            fieldErrors.invalid(path, quoted(value), "must be a relative path");
        }
        withoutBacksteps(value, path, fieldErrors);
    }

    static void withoutBacksteps(String value, String path, FieldErrors fieldErrors) {
        if (hasBackstep(value)) {
            fieldErrors.invalid(path, quoted(value), "must not contain '..'");
        }
    }

    private static boolean hasBackstep(String value) {
        return List.of(value.split("/", -1)).contains("..");
    }

    static void devices(JsonNode container, String parent, Map<String, JsonNode> volumes, FieldErrors fieldErrors) {
        Map<String, String> mounts = places(JsonTree.list(container, "volumeMounts"), "mountPath");
        Set<String> names = new HashSet<>();
        Set<String> paths = new HashSet<>();
        int i = 0;
        for (JsonNode device : JsonTree.list(container, "volumeDevices")) {
            String path = parent + ".volumeDevices[" + i++ + "]";
            String name = JsonTree.text(device, "name");
            String place = JsonTree.text(device, "devicePath");
            deviceName(name, path + ".name", names, volumes, fieldErrors);
            FieldChecks.required(place, path + ".devicePath", fieldErrors);
            if (paths.contains(place)) {
                fieldErrors.invalid(path + ".devicePath", quoted(place), "must be unique");
            }
            if (hasBackstep(place)) {
                fieldErrors.invalid(path + ".devicePath", quoted(place), "can not contain backsteps ('..')");
            } else {
                paths.add(place);
            }
            if (mounts.containsKey(name)) {
                fieldErrors.invalid(path + ".name", quoted(name), "must not already exist in volumeMounts");
            }
            if (mounts.containsValue(place)) {
                fieldErrors.invalid(
                        path + ".devicePath", quoted(place), "must not already exist as a path in volumeMounts");
            }
        }
    }

    private static void deviceName(
            String name, String path, Set<String> names, Map<String, JsonNode> volumes, FieldErrors fieldErrors) {
        FieldChecks.required(name, path, fieldErrors);
        if (!name.isEmpty() && !names.add(name)) {
            fieldErrors.invalid(path, quoted(name), "must be unique");
        }
        JsonNode volume = volumes.get(name);
        if (volume == null) {
            fieldErrors.notFound(path, quoted(name));
        } else if (!JsonTree.has(volume, "persistentVolumeClaim") && !JsonTree.has(volume, "ephemeral")) {
            fieldErrors.invalid(
                    path,
                    quoted(name),
                    "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
        }
    }

    private static Map<String, String> places(JsonNode list, String field) {
        Map<String, String> places = new HashMap<>();
        list.forEach(item -> places.put(JsonTree.text(item, "name"), JsonTree.text(item, field)));
        return places;
    }
}
