package dev.stowage.apiserver.registry.core.persistentvolume;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// Validates the source of a volume: exactly one kind must be set.
final class VolumeSourceValidation {
    private static final String ONE_ONLY = "may not specify more than 1 volume type";

    /// Validates one kind of source.
    @FunctionalInterface
    private interface SourceCheck {
        void check(JsonNode source, String field, FieldErrors fieldErrors);
    }

    /// @param shown the name of the source in messages about its fields
    /// @param again its name in the message that more than one source is set
    private record Kind(String name, String shown, String again, SourceCheck sourceCheck) {
        Kind(String name, SourceCheck sourceCheck) {
            this(name, name, name, sourceCheck);
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("hostPath", VolumeSourceValidation::hostPath),
            new Kind("gcePersistentDisk", "persistentDisk", "gcePersistentDisk", (source, field, fieldErrors) -> {
                required(source, field, fieldErrors, "pdName");
                RemoteVolumeSourceValidation.partition(source, field, fieldErrors);
            }),
            new Kind("awsElasticBlockStore", (source, field, fieldErrors) -> {
                required(source, field, fieldErrors, "volumeID");
                RemoteVolumeSourceValidation.partition(source, field, fieldErrors);
            }),
            new Kind("glusterfs", RemoteVolumeSourceValidation::glusterfs),
            new Kind("flocker", RemoteVolumeSourceValidation::flocker),
            new Kind("nfs", VolumeSourceValidation::nfs),
            needs("rbd", "monitors", "image"),
            new Kind("quobyte", RemoteVolumeSourceValidation::quobyte),
            new Kind(
                    "cephfs",
                    "cephfs",
                    "cephFS",
                    (source, field, fieldErrors) -> required(source, field, fieldErrors, "monitors")),
            new Kind("iscsi", RemoteVolumeSourceValidation::iscsi),
            new Kind("cinder", (source, field, fieldErrors) -> {
                required(source, field, fieldErrors, "volumeID");
                RemoteVolumeSourceValidation.secret(source, field, fieldErrors);
            }),
            new Kind("fc", RemoteVolumeSourceValidation::fibreChannel),
            new Kind("flexVolume", RemoteVolumeSourceValidation::flex),
            new Kind("azureFile", (source, field, fieldErrors) -> {
                required(source, field, fieldErrors, "secretName", "shareName");
                if (JsonTree.has(source, "secretNamespace")) {
                    required(source, field, fieldErrors, "secretNamespace");
                }
            }),
            needs("vsphereVolume", "volumePath"),
            needs("photonPersistentDisk", "pdID"),
            needs("portworxVolume", "volumeID"),
            new Kind("azureDisk", RemoteVolumeSourceValidation::azureDisk),
            needs("scaleIO", "gateway", "system", "volumeName"),
            new Kind("local", VolumeSourceValidation::local),
            new Kind("storageos", RemoteVolumeSourceValidation::storageOs),
            new Kind("csi", VolumeSourceValidation::csi));

    private VolumeSourceValidation() {}

    private static Kind needs(String name, String... fields) {
        return new Kind(name, (source, field, fieldErrors) -> required(source, field, fieldErrors, fields));
    }

    /// @param name of the volume; one rule includes its length
    static void validate(JsonNode spec, String name, String field, FieldErrors fieldErrors) {
        int found = 0;
        for (Kind kind : KINDS) {
            JsonNode source = spec.path(kind.name());
            if (!source.isObject()) {
                continue;
            }
            if (found > 0 && !kind.name().equals("flexVolume")) {
                fieldErrors.forbidden(field + "." + kind.again(), ONE_ONLY);
                continue;
            }
            found++;
            if (kind.name().equals("iscsi")) {
                RemoteVolumeSourceValidation.initiatorLength(source, name, field + ".iscsi", fieldErrors);
            }
            kind.sourceCheck().check(source, field + "." + kind.shown(), fieldErrors);
            if (kind.name().equals("local") && !JsonTree.has(spec, "nodeAffinity")) {
                fieldErrors.required(field + ".nodeAffinity", "Local volume requires node affinity");
            }
        }
        if (found == 0) {
            fieldErrors.required(field, "must specify a volume type");
        }
    }

    static void required(JsonNode source, String field, FieldErrors fieldErrors, String... names) {
        for (String name : names) {
            JsonNode value = source.path(name);
            if (value.isArray() ? value.isEmpty() : JsonTree.text(value).isEmpty()) {
                fieldErrors.required(field + "." + name, "");
            }
        }
    }

    private static void hostPath(JsonNode source, String field, FieldErrors fieldErrors) {
        if (!path(source, field, fieldErrors)) {
            return;
        }
        List<String> types = List.of(
                "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
        String type = JsonTree.text(source, "type");
        if (!types.contains(type)) {
            fieldErrors.notSupported(field + ".type", quoted(type), types);
        }
    }

    private static void local(JsonNode source, String field, FieldErrors fieldErrors) {
        path(source, field, fieldErrors);
    }

    /// Whether the path is set.
    private static boolean path(JsonNode source, String field, FieldErrors fieldErrors) {
        String path = JsonTree.text(source, "path");
        if (path.isEmpty()) {
            fieldErrors.required(field + ".path", "");
            return false;
        }
        if (List.of(path.split("/", -1)).contains("..")) {
            fieldErrors.invalid(field + ".path", quoted(path), "must not contain '..'");
        }
        return true;
    }

    private static void nfs(JsonNode source, String field, FieldErrors fieldErrors) {
        required(source, field, fieldErrors, "server", "path");
        String path = JsonTree.text(source, "path");
        if (!path.startsWith("/")) {
            fieldErrors.invalid(field + ".path", quoted(path), "must be an absolute path");
        }
    }

    private static void csi(JsonNode source, String field, FieldErrors fieldErrors) {
        PersistentVolumeSpecValidation.driver(JsonTree.text(source, "driver"), field + ".driver", fieldErrors);
        required(source, field, fieldErrors, "volumeHandle");
        // The staging secret is not validated, as in Kubernetes; clients rely on that.
        for (String secret : List.of(
                "controllerPublishSecretRef",
                "controllerExpandSecretRef",
                "nodePublishSecretRef",
                "nodeExpandSecretRef")) {
            RemoteVolumeSourceValidation.namedSecret(source, field, secret, fieldErrors);
        }
    }
}
