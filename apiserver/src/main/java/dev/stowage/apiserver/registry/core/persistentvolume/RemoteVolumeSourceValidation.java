package dev.stowage.apiserver.registry.core.persistentvolume;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;
import static dev.stowage.apiserver.registry.core.persistentvolume.VolumeSourceValidation.required;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.validation.FieldNameValidation;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Validates network and cloud volume sources.
final class RemoteVolumeSourceValidation {
    private static final Pattern IQN = Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([a-zA-Z0-9.-]+)(:[^,;*&$|\\s]+)$");
    private static final Pattern EUI = Pattern.compile("^eui.[a-zA-Z0-9]{16}$");
    private static final Pattern NAA = Pattern.compile("^naa.[a-zA-Z0-9]{32}$");
    private static final String PAIRS = "must be a host:port pair or multiple pairs separated by commas";

    private RemoteVolumeSourceValidation() {}

    /// The messages of two old cloud plugins say 1 instead of 0, as in Kubernetes.
    static void partition(JsonNode source, String field, FieldErrors fieldErrors) {
        long partition = JsonTree.number(source, "partition").orElse(0);
        if (partition < 0 || partition > 255) {
            fieldErrors.invalid(field + ".partition", Long.toString(partition), "must be between 1 and 255, inclusive");
        }
    }

    static void glusterfs(JsonNode source, String field, FieldErrors fieldErrors) {
        required(source, field, fieldErrors, "endpoints", "path");
        if (!JsonTree.has(source, "endpointsNamespace")) {
            return;
        }
        String namespace = JsonTree.text(source, "endpointsNamespace");
        List<String> violations = namespace.isEmpty()
                ? List.of("if the endpointnamespace is set, it must be a valid namespace name")
                : NameValidation.dnsLabel(namespace);
        violations.forEach(
                violation -> fieldErrors.invalid(field + ".endpointsNamespace", quoted(namespace), violation));
    }

    static void flocker(JsonNode source, String field, FieldErrors fieldErrors) {
        String name = JsonTree.text(source, "datasetName");
        String uuid = JsonTree.text(source, "datasetUUID");
        if (name.isEmpty() && uuid.isEmpty()) {
            fieldErrors.required(field, "one of datasetName and datasetUUID is required");
        }
        if (!name.isEmpty() && !uuid.isEmpty()) {
            fieldErrors.invalid(
                    field, "\"resource\"", "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (name.contains("/")) {
            fieldErrors.invalid(field + ".datasetName", quoted(name), "must not contain '/'");
        }
    }

    static void quobyte(JsonNode source, String field, FieldErrors fieldErrors) {
        String registry = JsonTree.text(source, "registry");
        if (registry.isEmpty()) {
            fieldErrors.required(field + ".registry", PAIRS);
        } else if (JsonTree.text(source, "tenant").length() >= 65) {
            fieldErrors.required(field + ".tenant", "must be a UUID and may not exceed a length of 64 characters");
        } else {
            for (String pair : registry.split(",", -1)) {
                if (!pair.contains(":")) {
                    fieldErrors.invalid(field + ".registry", quoted(registry), PAIRS);
                }
            }
        }
        required(source, field, fieldErrors, "volume");
    }

    static void initiatorLength(JsonNode source, String volume, String field, FieldErrors fieldErrors) {
        String portal = JsonTree.text(source, "targetPortal");
        if (JsonTree.has(source, "initiatorName") && (volume + ":" + portal).length() > 64) {
            fieldErrors.invalid(
                    field + ".targetportal",
                    quoted(portal),
                    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if "
                            + "iscsi.initiatorName is specified.");
        }
    }

    static void iscsi(JsonNode source, String field, FieldErrors fieldErrors) {
        required(source, field, fieldErrors, "targetPortal");
        required(source, field, fieldErrors, "iqn");
        String iqn = JsonTree.text(source, "iqn");
        if (!iqn.isEmpty()) {
            initiator(iqn, field + ".iqn", fieldErrors);
        }
        lun(JsonTree.number(source, "lun").orElse(0), field, fieldErrors);
        boolean authenticates = JsonTree.flag(source, "chapAuthDiscovery") || JsonTree.flag(source, "chapAuthSession");
        if (!source.path("secretRef").isObject()) {
            if (authenticates) {
                fieldErrors.required(field + ".secretRef", "");
            }
        } else if (JsonTree.text(source, "secretRef", "name").isEmpty()) {
            fieldErrors.required(field + ".secretRef.name", "");
        }
        if (JsonTree.has(source, "initiatorName")) {
            initiator(JsonTree.text(source, "initiatorName"), field + ".initiatorname", fieldErrors);
        }
    }

    private static void initiator(String name, String field, FieldErrors fieldErrors) {
        boolean right = name.startsWith("iqn")
                ? IQN.matcher(name).find()
                : EUI.matcher(name).find() || NAA.matcher(name).find();
        if (!right) {
            fieldErrors.invalid(field, quoted(name), "must be valid format");
        }
    }

    private static void lun(long lun, String field, FieldErrors fieldErrors) {
        FieldNameValidation.inRange(lun, 0, 255)
                .forEach(violation -> fieldErrors.invalid(field + ".lun", Long.toString(lun), violation));
    }

    static void fibreChannel(JsonNode source, String field, FieldErrors fieldErrors) {
        JsonNode targets = JsonTree.list(source, "targetWWNs");
        boolean identified = !JsonTree.list(source, "wwids").isEmpty();
        if (targets.isEmpty()) {
            if (!identified) {
                fieldErrors.required(field + ".targetWWNs", "must specify either targetWWNs or wwids, but not both");
            }
            return;
        }
        if (identified) {
            fieldErrors.invalid(
                    field + ".targetWWNs",
                    ValueDiff.value(targets),
                    "targetWWNs and wwids can not be specified simultaneously");
        }
        if (JsonTree.number(source, "lun").isEmpty()) {
            fieldErrors.required(field + ".lun", "lun is required if targetWWNs is specified");
        } else {
            lun(JsonTree.number(source, "lun").orElse(0), field, fieldErrors);
        }
    }

    static void flex(JsonNode source, String field, FieldErrors fieldErrors) {
        required(source, field, fieldErrors, "driver");
        for (String key : JsonTree.texts(source, "options").keySet()) {
            int slash = key.indexOf('/');
            String domain = "." + (slash < 0 ? key : key.substring(0, slash)).toLowerCase(Locale.ROOT);
            if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
                fieldErrors.invalid(
                        field + ".options[" + key + "]",
                        quoted(key),
                        "kubernetes.io and k8s.io namespaces are reserved");
            }
        }
    }

    static void azureDisk(JsonNode source, String field, FieldErrors fieldErrors) {
        required(source, field, fieldErrors, "diskName", "diskURI");
        oneOf(source, field, "cachingMode", List.of("None", "ReadOnly", "ReadWrite"), fieldErrors);
        oneOf(source, field, "kind", List.of("Dedicated", "Managed", "Shared"), fieldErrors);
        String uri = JsonTree.text(source, "diskURI");
        Optional<String> kind = Optional.of(JsonTree.text(source, "kind")).filter(text -> !text.isEmpty());
        if (kind.isEmpty()) {
            return;
        }
        if (kind.get().equals("Managed")) {
            if (!uri.startsWith("/subscriptions/")) {
                fieldErrors.notSupported(
                        field + ".diskURI",
                        quoted(uri),
                        List.of("/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/"
                                + "microsoft.compute/disks/{disk-id}"));
            }
        } else if (!uri.startsWith("https://")) {
            fieldErrors.notSupported(
                    field + ".diskURI",
                    quoted(uri),
                    List.of("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"));
        }
    }

    private static void oneOf(
            JsonNode source, String field, String name, List<String> supported, FieldErrors fieldErrors) {
        if (JsonTree.has(source, name) && !supported.contains(JsonTree.text(source, name))) {
            fieldErrors.notSupported(field + "." + name, quoted(JsonTree.text(source, name)), supported);
        }
    }

    static void storageOs(JsonNode source, String field, FieldErrors fieldErrors) {
        required(source, field, fieldErrors, "volumeName");
        for (String name : List.of("volumeName", "volumeNamespace")) {
            String text = JsonTree.text(source, name);
            if (!text.isEmpty()) {
                NameValidation.dnsLabel(text)
                        .forEach(violation -> fieldErrors.invalid(field + "." + name, quoted(text), violation));
            }
        }
        secret(source, field, fieldErrors);
    }

    /// A secret with name and namespace, in any format.
    static void secret(JsonNode source, String field, FieldErrors fieldErrors) {
        if (source.path("secretRef").isObject()) {
            required(source.path("secretRef"), field + ".secretRef", fieldErrors, "name", "namespace");
        }
    }

    static void namedSecret(JsonNode source, String field, String name, FieldErrors fieldErrors) {
        JsonNode secret = source.path(name);
        if (!secret.isObject()) {
            return;
        }
        String place = field + "." + name;
        required(secret, place, fieldErrors, "name");
        String called = JsonTree.text(secret, "name");
        if (!called.isEmpty()) {
            NameValidation.dnsSubdomain(called)
                    .forEach(violation -> fieldErrors.invalid(place + ".name", quoted(called), violation));
        }
        required(secret, place, fieldErrors, "namespace");
        String namespace = JsonTree.text(secret, "namespace");
        if (!namespace.isEmpty()) {
            NameValidation.dnsLabel(namespace)
                    .forEach(violation -> fieldErrors.invalid(place + ".namespace", quoted(namespace), violation));
        }
    }
}
