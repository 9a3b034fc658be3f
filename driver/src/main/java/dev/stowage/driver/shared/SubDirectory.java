package dev.stowage.driver.shared;

import dev.stowage.sdk.CsiException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The directory of a volume on its share, relative to the share's root. The names in it come from users: they are
/// checked here, and resolved beneath a descriptor, through no link, wherever they are used.
///
/// @param names from the top down; none for the root itself, which is the whole share
record SubDirectory(List<String> names) {
    static final SubDirectory ROOT = new SubDirectory(List.of());

    private static final String ROOT_PATH = ".";
    private static final int DEEPEST = 16;
    private static final int LONGEST_NAME = 255;

    /// Names at the top that belong to the driver.
    private static final Set<String> RESERVED = Set.of("volumes", "snapshots", "subdirs");

    private static final String OWN = ".stowage";

    /// What csi-driver-nfs replaces, and the parameter that csi-provisioner adds with `--extra-create-metadata`.
    private static final Map<String, String> VARIABLES = Map.of(
            "${pvc.metadata.name}", "csi.storage.k8s.io/pvc/name",
            "${pvc.metadata.namespace}", "csi.storage.k8s.io/pvc/namespace",
            "${pv.metadata.name}", "csi.storage.k8s.io/pv/name");

    SubDirectory {
        names = List.copyOf(names);
    }

    /// @param template parameter `subDir`
    /// @param parameters of the request; values of variables
    static SubDirectory of(String template, Map<String, String> parameters) throws CsiException {
        List<String> names = new ArrayList<>();
        String trimmed = template.replaceAll("^/+|/+$", "");
        for (String part : trimmed.split("/", -1)) {
            names.add(checked(replaced(part, parameters)));
        }
        if (names.size() > DEEPEST) {
            throw refused("has more than " + DEEPEST + " levels");
        }
        if (RESERVED.contains(names.getFirst()) || names.getFirst().startsWith(OWN)) {
            throw refused("begins with a name that the driver uses itself");
        }
        return new SubDirectory(names);
    }

    /// As [#path()] wrote it.
    static SubDirectory recorded(String path) throws CsiException {
        return path.equals(ROOT_PATH) ? ROOT : of(path, Map.of());
    }

    /// Part by part: a value with a slash does not add a level, but is refused.
    private static String replaced(String part, Map<String, String> parameters) throws CsiException {
        String text = part;
        for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
            if (part.contains(variable.getKey())) {
                String value = parameters.get(variable.getValue());
                if (value == null) {
                    throw refused("uses %s, but the request does not have %s; start csi-provisioner with"
                                    .formatted(variable.getKey(), variable.getValue())
                            + " --extra-create-metadata");
                }
                text = text.replace(variable.getKey(), value);
            }
        }
        return text;
    }

    private static String checked(String name) throws CsiException {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw refused("has a name that is empty, \".\" or \"..\"");
        }
        if (name.contains("/") || name.contains("${") || name.chars().anyMatch(Character::isISOControl)) {
            throw refused("has a name with a slash, a control character or an unknown variable");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw refused("has a name of more than " + LONGEST_NAME + " bytes");
        }
        return name;
    }

    private static CsiException refused(String why) {
        return CsiException.invalidArgument("parameter subDir " + why);
    }

    boolean isRoot() {
        return names.isEmpty();
    }

    String path() {
        return isRoot() ? ROOT_PATH : String.join("/", names);
    }

    String name() {
        return names.getLast();
    }

    /// The directory that holds it.
    String parent() {
        return names.size() <= 1 ? ROOT_PATH : String.join("/", names.subList(0, names.size() - 1));
    }

    /// This directory and all above it, without the root unless it is the root.
    List<SubDirectory> upwards() {
        if (isRoot()) {
            return List.of(ROOT);
        }
        List<SubDirectory> all = new ArrayList<>();
        for (int length = names.size(); length > 0; length--) {
            all.add(new SubDirectory(names.subList(0, length)));
        }
        return all;
    }
}
