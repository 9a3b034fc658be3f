package dev.stowage.apiserver.openapi;

import java.util.Locale;

/// The names of operations, such as `readCoreV1NamespacedPod`.
final class OperationIds {
    private OperationIds() {}

    static String group(String group) {
        StringBuilder name = new StringBuilder();
        for (String word : shortened(group).split("[.-]", -1)) {
            name.append(capital(word));
        }
        return name.toString();
    }

    static String tag(String group, String version) {
        StringBuilder name = new StringBuilder(group(group));
        name.setCharAt(0, Character.toLowerCase(name.charAt(0)));
        return name.append('_').append(version).toString();
    }

    static String all(String words, String kind) {
        return "list" + words + kind + "ForAllNamespaces";
    }

    static String capital(String word) {
        return word.isEmpty() ? "" : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static String shortened(String group) {
        if (group.isEmpty()) {
            return "core";
        }
        return group.endsWith(".k8s.io") ? group.substring(0, group.length() - ".k8s.io".length()) : group;
    }
}
