package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;
import static dev.stowage.apiserver.group.core.PersistentVolumeSources.required;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.FieldNames;
import dev.stowage.apiserver.validation.Names;
import dev.stowage.apiserver.validation.Shown;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Sources of volumes that are somewhere else, in networks and clouds.
final class PersistentVolumeRemoteSources {
    private static final Pattern IQN = Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([a-zA-Z0-9.-]+)(:[^,;*&$|\\s]+)$");
    private static final Pattern EUI = Pattern.compile("^eui.[a-zA-Z0-9]{16}$");
    private static final Pattern NAA = Pattern.compile("^naa.[a-zA-Z0-9]{32}$");
    private static final String PAIRS = "must be a host:port pair or multiple pairs separated by commas";

    private PersistentVolumeRemoteSources() {}

    /// Two of the old clouds say 1 where they mean 0; the words are kept.
    static void partition(JsonNode source, String field, Problems problems) {
        long partition = Tree.number(source, "partition").orElse(0);
        if (partition < 0 || partition > 255) {
            problems.invalid(field + ".partition", Long.toString(partition), "must be between 1 and 255, inclusive");
        }
    }

    static void glusterfs(JsonNode source, String field, Problems problems) {
        required(source, field, problems, "endpoints", "path");
        if (!Tree.has(source, "endpointsNamespace")) {
            return;
        }
        String namespace = Tree.text(source, "endpointsNamespace");
        List<String> mistakes = namespace.isEmpty()
                ? List.of("if the endpointnamespace is set, it must be a valid namespace name")
                : Names.dnsLabel(namespace);
        mistakes.forEach(mistake -> problems.invalid(field + ".endpointsNamespace", quoted(namespace), mistake));
    }

    static void flocker(JsonNode source, String field, Problems problems) {
        String name = Tree.text(source, "datasetName");
        String uuid = Tree.text(source, "datasetUUID");
        if (name.isEmpty() && uuid.isEmpty()) {
            problems.required(field, "one of datasetName and datasetUUID is required");
        }
        if (!name.isEmpty() && !uuid.isEmpty()) {
            problems.invalid(field, "\"resource\"", "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (name.contains("/")) {
            problems.invalid(field + ".datasetName", quoted(name), "must not contain '/'");
        }
    }

    static void quobyte(JsonNode source, String field, Problems problems) {
        String registry = Tree.text(source, "registry");
        if (registry.isEmpty()) {
            problems.required(field + ".registry", PAIRS);
        } else if (Tree.text(source, "tenant").length() >= 65) {
            problems.required(field + ".tenant", "must be a UUID and may not exceed a length of 64 characters");
        } else {
            for (String pair : registry.split(",", -1)) {
                if (!pair.contains(":")) {
                    problems.invalid(field + ".registry", quoted(registry), PAIRS);
                }
            }
        }
        required(source, field, problems, "volume");
    }

    static void initiatorLength(JsonNode source, String volume, String field, Problems problems) {
        String portal = Tree.text(source, "targetPortal");
        if (Tree.has(source, "initiatorName") && (volume + ":" + portal).length() > 64) {
            problems.invalid(
                    field + ".targetportal",
                    quoted(portal),
                    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if "
                            + "iscsi.initiatorName is specified.");
        }
    }

    static void iscsi(JsonNode source, String field, Problems problems) {
        required(source, field, problems, "targetPortal");
        required(source, field, problems, "iqn");
        String iqn = Tree.text(source, "iqn");
        if (!iqn.isEmpty()) {
            initiator(iqn, field + ".iqn", problems);
        }
        lun(Tree.number(source, "lun").orElse(0), field, problems);
        boolean authenticates = Tree.flag(source, "chapAuthDiscovery") || Tree.flag(source, "chapAuthSession");
        if (!source.path("secretRef").isObject()) {
            if (authenticates) {
                problems.required(field + ".secretRef", "");
            }
        } else if (Tree.text(source, "secretRef", "name").isEmpty()) {
            problems.required(field + ".secretRef.name", "");
        }
        if (Tree.has(source, "initiatorName")) {
            initiator(Tree.text(source, "initiatorName"), field + ".initiatorname", problems);
        }
    }

    private static void initiator(String name, String field, Problems problems) {
        boolean right = name.startsWith("iqn")
                ? IQN.matcher(name).find()
                : EUI.matcher(name).find() || NAA.matcher(name).find();
        if (!right) {
            problems.invalid(field, quoted(name), "must be valid format");
        }
    }

    private static void lun(long lun, String field, Problems problems) {
        FieldNames.inRange(lun, 0, 255)
                .forEach(mistake -> problems.invalid(field + ".lun", Long.toString(lun), mistake));
    }

    static void fibreChannel(JsonNode source, String field, Problems problems) {
        JsonNode targets = Tree.list(source, "targetWWNs");
        boolean identified = !Tree.list(source, "wwids").isEmpty();
        if (targets.isEmpty()) {
            if (!identified) {
                problems.required(field + ".targetWWNs", "must specify either targetWWNs or wwids, but not both");
            }
            return;
        }
        if (identified) {
            problems.invalid(
                    field + ".targetWWNs",
                    Shown.value(targets),
                    "targetWWNs and wwids can not be specified simultaneously");
        }
        if (Tree.number(source, "lun").isEmpty()) {
            problems.required(field + ".lun", "lun is required if targetWWNs is specified");
        } else {
            lun(Tree.number(source, "lun").orElse(0), field, problems);
        }
    }

    static void flex(JsonNode source, String field, Problems problems) {
        required(source, field, problems, "driver");
        for (String key : Tree.texts(source, "options").keySet()) {
            int slash = key.indexOf('/');
            String domain = "." + (slash < 0 ? key : key.substring(0, slash)).toLowerCase(Locale.ROOT);
            if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
                problems.invalid(
                        field + ".options[" + key + "]",
                        quoted(key),
                        "kubernetes.io and k8s.io namespaces are reserved");
            }
        }
    }

    static void azureDisk(JsonNode source, String field, Problems problems) {
        required(source, field, problems, "diskName", "diskURI");
        oneOf(source, field, "cachingMode", List.of("None", "ReadOnly", "ReadWrite"), problems);
        oneOf(source, field, "kind", List.of("Dedicated", "Managed", "Shared"), problems);
        String uri = Tree.text(source, "diskURI");
        Optional<String> kind = Optional.of(Tree.text(source, "kind")).filter(text -> !text.isEmpty());
        if (kind.isEmpty()) {
            return;
        }
        if (kind.get().equals("Managed")) {
            if (!uri.startsWith("/subscriptions/")) {
                problems.notSupported(
                        field + ".diskURI",
                        quoted(uri),
                        List.of("/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/"
                                + "microsoft.compute/disks/{disk-id}"));
            }
        } else if (!uri.startsWith("https://")) {
            problems.notSupported(
                    field + ".diskURI",
                    quoted(uri),
                    List.of("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"));
        }
    }

    private static void oneOf(JsonNode source, String field, String name, List<String> supported, Problems problems) {
        if (Tree.has(source, name) && !supported.contains(Tree.text(source, name))) {
            problems.notSupported(field + "." + name, quoted(Tree.text(source, name)), supported);
        }
    }

    static void storageOs(JsonNode source, String field, Problems problems) {
        required(source, field, problems, "volumeName");
        for (String name : List.of("volumeName", "volumeNamespace")) {
            String text = Tree.text(source, name);
            if (!text.isEmpty()) {
                Names.dnsLabel(text).forEach(mistake -> problems.invalid(field + "." + name, quoted(text), mistake));
            }
        }
        secret(source, field, problems);
    }

    /// A secret with name and namespace, whatever they look like.
    static void secret(JsonNode source, String field, Problems problems) {
        if (source.path("secretRef").isObject()) {
            required(source.path("secretRef"), field + ".secretRef", problems, "name", "namespace");
        }
    }

    static void namedSecret(JsonNode source, String field, String name, Problems problems) {
        JsonNode secret = source.path(name);
        if (!secret.isObject()) {
            return;
        }
        String place = field + "." + name;
        required(secret, place, problems, "name");
        String called = Tree.text(secret, "name");
        if (!called.isEmpty()) {
            Names.dnsSubdomain(called).forEach(mistake -> problems.invalid(place + ".name", quoted(called), mistake));
        }
        required(secret, place, problems, "namespace");
        String namespace = Tree.text(secret, "namespace");
        if (!namespace.isEmpty()) {
            Names.dnsLabel(namespace)
                    .forEach(mistake -> problems.invalid(place + ".namespace", quoted(namespace), mistake));
        }
    }
}
