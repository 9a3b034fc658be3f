package dev.stowage.sidecar.snapshotter;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.SecretReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The parameters of a class: some are for the driver; those with our prefix are for us.
final class SnapshotClassParameters {
    private static final Set<String> OURS = Set.of(
            CsiKeys.PREFIX + "snapshotter-secret-name",
            CsiKeys.PREFIX + "snapshotter-secret-namespace",
            CsiKeys.PREFIX + "snapshotter-list-secret-name",
            CsiKeys.PREFIX + "snapshotter-list-secret-namespace",
            CsiKeys.PREFIX + "group-snapshotter-secret-name",
            CsiKeys.PREFIX + "group-snapshotter-secret-namespace",
            CsiKeys.PREFIX + "group-snapshotter-get-secret-name",
            CsiKeys.PREFIX + "group-snapshotter-get-secret-namespace");
    private static final Pattern TOKEN = Pattern.compile("\\$\\{([^}]*)}|\\$(\\w+)");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int LONGEST_NAME = 253;

    /// The two calls that have their own secrets.
    enum SecretPurpose {
        LIST("snapshotter-list", "SnapshotterList", "volumesnapshotcontent.name"),
        GET_GROUP("group-snapshotter-get", "GroupSnapshotterGet", "volumegroupsnapshotcontent.name");

        private final String key;
        private final String title;
        private final String token;

        SecretPurpose(String key, String title, String token) {
            this.key = key;
            this.title = title;
            this.token = token;
        }
    }

    private SnapshotClassParameters() {}

    /// @throws SnapshotException when a key with our prefix is unknown
    static Map<String, String> forDriver(Map<String, String> parameters) throws SnapshotException {
        Map<String, String> rest = new HashMap<>();
        for (var entry : parameters.entrySet()) {
            if (!entry.getKey().startsWith(CsiKeys.PREFIX)) {
                rest.put(entry.getKey(), entry.getValue());
            } else if (!OURS.contains(entry.getKey())) {
                throw new SnapshotException(
                        "failed to remove CSI Parameters of prefixed keys: found unknown parameter key "
                                + GoQuote.of(entry.getKey()) + " with reserved namespace " + CsiKeys.PREFIX);
            }
        }
        return rest;
    }

    /// Adds the names of the objects.
    ///
    /// @param what `volumesnapshot` or `volumegroupsnapshot`
    static void addMetadata(Map<String, String> parameters, String what, ObjectReference snapshot, String content) {
        parameters.put(CsiKeys.PREFIX + what + "/name", snapshot.name());
        parameters.put(CsiKeys.PREFIX + what + "/namespace", snapshot.namespace());
        parameters.put(CsiKeys.PREFIX + what + "content/name", content);
    }

    /// @param content the content's name, which the class may refer to
    /// @return null when the class names no secret
    static @Nullable SecretReference secret(Map<String, String> parameters, SecretPurpose secretPurpose, String content)
            throws SnapshotException {
        String name = parameters.get(CsiKeys.PREFIX + secretPurpose.key + "-secret-name");
        String namespace = parameters.get(CsiKeys.PREFIX + secretPurpose.key + "-secret-namespace");
        if (name == null && namespace == null) {
            return null;
        }
        if (name == null || namespace == null) {
            throw template("either name and namespace for " + secretPurpose.title
                    + " secrets specified, Both must be specified");
        }
        if (name.isEmpty() || namespace.isEmpty()) {
            throw template(secretPurpose.title
                    + " secrets specified in parameters but value of either namespace or name is empty");
        }
        return new SecretReference(
                resolved(namespace, secretPurpose, content, "namespace", LABEL),
                resolved(name, secretPurpose, content, "secret", SUBDOMAIN));
    }

    private static SnapshotException template(String what) {
        return new SnapshotException("failed to get name and namespace template from params: " + what);
    }

    private static String resolved(
            String template, SecretPurpose secretPurpose, String content, String what, Pattern valid)
            throws SnapshotException {
        Matcher tokens = TOKEN.matcher(template);
        StringBuilder text = new StringBuilder();
        while (tokens.find()) {
            String token = tokens.group(1) == null ? tokens.group(2) : tokens.group(1);
            if (!token.equals(secretPurpose.token)) {
                throw new SnapshotException("error resolving value " + GoQuote.of(template) + ": invalid tokens: ["
                        + GoQuote.of(token) + "]");
            }
            tokens.appendReplacement(text, Matcher.quoteReplacement(content));
        }
        tokens.appendTail(text);
        if (text.length() > LONGEST_NAME || !valid.matcher(text).matches()) {
            throw new SnapshotException(GoQuote.of(template)
                    + (template.contentEquals(text) ? "" : " resolved to " + GoQuote.of(text.toString()) + " which")
                    + " is not a valid " + what + " name");
        }
        return text.toString();
    }
}
