package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where a container finds the volumes of its pod: as directories and as devices.
final class MountValidation {
    private MountValidation() {}

    static void mounts(JsonNode container, String parent, Map<String, JsonNode> volumes, Problems problems) {
        String list = parent + ".volumeMounts";
        Map<String, String> devices = places(Tree.list(container, "volumeDevices"), "devicePath");
        Set<String> paths = new HashSet<>();
        int i = 0;
        for (JsonNode mount : Tree.list(container, "volumeMounts")) {
            String path = list + "[" + i++ + "]";
            String name = Tree.text(mount, "name");
            String place = Tree.text(mount, "mountPath");
            Checks.required(name, path + ".name", problems);
            if (!volumes.containsKey(name)) {
                problems.notFound(path + ".name", quoted(name));
            }
            Checks.required(place, path + ".mountPath", problems);
            if (!paths.add(place)) {
                problems.invalid(path + ".mountPath", quoted(place), "must be unique");
            }
            if (devices.containsKey(name)) {
                problems.invalid(path + ".name", quoted(name), "must not already exist in volumeDevices");
            }
            if (devices.containsValue(place)) {
                problems.invalid(
                        path + ".mountPath", quoted(place), "must not already exist as a path in volumeDevices");
            }
            subPaths(mount, list, path, problems);
        }
    }

    private static void subPaths(JsonNode mount, String list, String path, Problems problems) {
        String plain = Tree.text(mount, "subPath");
        String expression = Tree.text(mount, "subPathExpr");
        descending(plain, list + ".subPath", problems);
        if (!expression.isEmpty() && !plain.isEmpty()) {
            problems.invalid(
                    path + ".subPathExpr", quoted(expression), "subPathExpr and subPath are mutually exclusive");
        }
        descending(expression, list + ".subPathExpr", problems);
    }

    static void descending(String value, String path, Problems problems) {
        if (value.startsWith("/")) {
            problems.invalid(path, quoted(value), "must be a relative path");
        }
        withoutBacksteps(value, path, problems);
    }

    static void withoutBacksteps(String value, String path, Problems problems) {
        if (hasBackstep(value)) {
            problems.invalid(path, quoted(value), "must not contain '..'");
        }
    }

    private static boolean hasBackstep(String value) {
        return List.of(value.split("/", -1)).contains("..");
    }

    static void devices(JsonNode container, String parent, Map<String, JsonNode> volumes, Problems problems) {
        Map<String, String> mounts = places(Tree.list(container, "volumeMounts"), "mountPath");
        Set<String> names = new HashSet<>();
        Set<String> paths = new HashSet<>();
        int i = 0;
        for (JsonNode device : Tree.list(container, "volumeDevices")) {
            String path = parent + ".volumeDevices[" + i++ + "]";
            String name = Tree.text(device, "name");
            String place = Tree.text(device, "devicePath");
            deviceName(name, path + ".name", names, volumes, problems);
            Checks.required(place, path + ".devicePath", problems);
            if (paths.contains(place)) {
                problems.invalid(path + ".devicePath", quoted(place), "must be unique");
            }
            if (hasBackstep(place)) {
                problems.invalid(path + ".devicePath", quoted(place), "can not contain backsteps ('..')");
            } else {
                paths.add(place);
            }
            if (mounts.containsKey(name)) {
                problems.invalid(path + ".name", quoted(name), "must not already exist in volumeMounts");
            }
            if (mounts.containsValue(place)) {
                problems.invalid(
                        path + ".devicePath", quoted(place), "must not already exist as a path in volumeMounts");
            }
        }
    }

    private static void deviceName(
            String name, String path, Set<String> names, Map<String, JsonNode> volumes, Problems problems) {
        Checks.required(name, path, problems);
        if (!name.isEmpty() && !names.add(name)) {
            problems.invalid(path, quoted(name), "must be unique");
        }
        JsonNode volume = volumes.get(name);
        if (volume == null) {
            problems.notFound(path, quoted(name));
        } else if (!Tree.has(volume, "persistentVolumeClaim") && !Tree.has(volume, "ephemeral")) {
            problems.invalid(
                    path,
                    quoted(name),
                    "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
        }
    }

    private static Map<String, String> places(JsonNode list, String field) {
        Map<String, String> places = new HashMap<>();
        list.forEach(item -> places.put(Tree.text(item, "name"), Tree.text(item, field)));
        return places;
    }
}
