package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// Where the data of a volume is: exactly one of many kinds.
final class PersistentVolumeSources {
    private static final String ONE_ONLY = "may not specify more than 1 volume type";

    /// The rule for one kind of source.
    @FunctionalInterface
    private interface Rule {
        void check(JsonNode source, String field, Problems problems);
    }

    /// @param shown what refusals call the fields of the source
    /// @param again what they call a source that is one too many
    private record Kind(String name, String shown, String again, Rule rule) {
        Kind(String name, Rule rule) {
            this(name, name, name, rule);
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("hostPath", PersistentVolumeSources::hostPath),
            new Kind("gcePersistentDisk", "persistentDisk", "gcePersistentDisk", (source, field, problems) -> {
                required(source, field, problems, "pdName");
                PersistentVolumeRemoteSources.partition(source, field, problems);
            }),
            new Kind("awsElasticBlockStore", (source, field, problems) -> {
                required(source, field, problems, "volumeID");
                PersistentVolumeRemoteSources.partition(source, field, problems);
            }),
            new Kind("glusterfs", PersistentVolumeRemoteSources::glusterfs),
            new Kind("flocker", PersistentVolumeRemoteSources::flocker),
            new Kind("nfs", PersistentVolumeSources::nfs),
            needs("rbd", "monitors", "image"),
            new Kind("quobyte", PersistentVolumeRemoteSources::quobyte),
            new Kind(
                    "cephfs",
                    "cephfs",
                    "cephFS",
                    (source, field, problems) -> required(source, field, problems, "monitors")),
            new Kind("iscsi", PersistentVolumeRemoteSources::iscsi),
            new Kind("cinder", (source, field, problems) -> {
                required(source, field, problems, "volumeID");
                PersistentVolumeRemoteSources.secret(source, field, problems);
            }),
            new Kind("fc", PersistentVolumeRemoteSources::fibreChannel),
            new Kind("flexVolume", PersistentVolumeRemoteSources::flex),
            new Kind("azureFile", (source, field, problems) -> {
                required(source, field, problems, "secretName", "shareName");
                if (Tree.has(source, "secretNamespace")) {
                    required(source, field, problems, "secretNamespace");
                }
            }),
            needs("vsphereVolume", "volumePath"),
            needs("photonPersistentDisk", "pdID"),
            needs("portworxVolume", "volumeID"),
            new Kind("azureDisk", PersistentVolumeRemoteSources::azureDisk),
            needs("scaleIO", "gateway", "system", "volumeName"),
            new Kind("local", PersistentVolumeSources::local),
            new Kind("storageos", PersistentVolumeRemoteSources::storageOs),
            new Kind("csi", PersistentVolumeSources::csi));

    private PersistentVolumeSources() {}

    private static Kind needs(String name, String... fields) {
        return new Kind(name, (source, field, problems) -> required(source, field, problems, fields));
    }

    /// @param name of the volume, which one of the rules counts in
    static void validate(JsonNode spec, String name, String field, Problems problems) {
        int found = 0;
        for (Kind kind : KINDS) {
            JsonNode source = spec.path(kind.name());
            if (!source.isObject()) {
                continue;
            }
            if (found > 0 && !kind.name().equals("flexVolume")) {
                problems.forbidden(field + "." + kind.again(), ONE_ONLY);
                continue;
            }
            found++;
            if (kind.name().equals("iscsi")) {
                PersistentVolumeRemoteSources.initiatorLength(source, name, field + ".iscsi", problems);
            }
            kind.rule().check(source, field + "." + kind.shown(), problems);
            if (kind.name().equals("local") && !Tree.has(spec, "nodeAffinity")) {
                problems.required(field + ".nodeAffinity", "Local volume requires node affinity");
            }
        }
        if (found == 0) {
            problems.required(field, "must specify a volume type");
        }
    }

    static void required(JsonNode source, String field, Problems problems, String... names) {
        for (String name : names) {
            JsonNode value = source.path(name);
            if (value.isArray() ? value.isEmpty() : Tree.text(value).isEmpty()) {
                problems.required(field + "." + name, "");
            }
        }
    }

    private static void hostPath(JsonNode source, String field, Problems problems) {
        if (!path(source, field, problems)) {
            return;
        }
        List<String> types = List.of(
                "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
        String type = Tree.text(source, "type");
        if (!types.contains(type)) {
            problems.notSupported(field + ".type", quoted(type), types);
        }
    }

    private static void local(JsonNode source, String field, Problems problems) {
        path(source, field, problems);
    }

    /// Whether there is a path at all.
    private static boolean path(JsonNode source, String field, Problems problems) {
        String path = Tree.text(source, "path");
        if (path.isEmpty()) {
            problems.required(field + ".path", "");
            return false;
        }
        if (List.of(path.split("/", -1)).contains("..")) {
            problems.invalid(field + ".path", quoted(path), "must not contain '..'");
        }
        return true;
    }

    private static void nfs(JsonNode source, String field, Problems problems) {
        required(source, field, problems, "server", "path");
        String path = Tree.text(source, "path");
        if (!path.startsWith("/")) {
            problems.invalid(field + ".path", quoted(path), "must be an absolute path");
        }
    }

    private static void csi(JsonNode source, String field, Problems problems) {
        PersistentVolumeSpecs.driver(Tree.text(source, "driver"), field + ".driver", problems);
        required(source, field, problems, "volumeHandle");
        // A secret for staging is checked nowhere; clients have come to rely on it.
        for (String secret : List.of(
                "controllerPublishSecretRef",
                "controllerExpandSecretRef",
                "nodePublishSecretRef",
                "nodeExpandSecretRef")) {
            PersistentVolumeRemoteSources.namedSecret(source, field, secret, problems);
        }
    }
}
