package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.ListKind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A type with one field for each merge rule, with names from Kubernetes.
public final class SampleTypes {
    private static final Schema TEXT = new Scalar(Kind.STRING);
    private static final Schema NUMBER = new Scalar(Kind.INT32);
    private static final Schema TEXTS = new Mapping(TEXT, false);
    private static final Schema QUANTITIES = new Mapping(new Scalar(Kind.QUANTITY), false);
    private static final Schema PLAIN_LIST = new Sequence(TEXT, ListKind.ATOMIC, List.of(), Optional.empty(), false);
    private static final Schema TEXT_SET = new Sequence(TEXT, ListKind.SET, List.of(), Optional.empty(), true);

    private SampleTypes() {}

    /// A workload with metadata, spec, status and data.
    public static Schema workload() {
        return struct("Workload")
                .field("apiVersion", TEXT)
                .field("kind", TEXT)
                .field("metadata", metadata())
                .field("spec", spec())
                .field("status", status())
                .field("data", TEXTS)
                .field("raw", new Schema.AnyJson())
                .done();
    }

    private static Schema metadata() {
        Schema owner = struct("OwnerReference")
                .field("apiVersion", TEXT)
                .field("kind", TEXT)
                .field("name", TEXT)
                .field("uid", TEXT)
                .field("controller", new Scalar(Kind.BOOLEAN))
                .whole();
        return struct("ObjectMeta")
                .field("name", TEXT)
                .field("namespace", TEXT)
                .field("uid", TEXT)
                .field("resourceVersion", TEXT)
                .field("generation", NUMBER)
                .field("creationTimestamp", new Scalar(Kind.TIME))
                .field("labels", TEXTS)
                .field("annotations", TEXTS)
                .field("finalizers", TEXT_SET)
                .field("ownerReferences", keyed(owner, "uid", "uid"))
                .field(
                        "managedFields",
                        new Sequence(new Schema.AnyJson(), ListKind.ATOMIC, List.of(), Optional.empty(), false))
                .done();
    }

    private static Schema spec() {
        Schema port = struct("ContainerPort")
                .field("name", TEXT)
                .field("containerPort", NUMBER)
                .field("hostPort", NUMBER)
                .preset("protocol", "TCP")
                .done();
        Schema variable =
                struct("EnvVar").field("name", TEXT).field("value", TEXT).done();
        Schema mount = struct("VolumeMount")
                .field("name", TEXT)
                .field("mountPath", TEXT)
                .done();
        Schema resources = struct("Resources")
                .field("limits", QUANTITIES)
                .field("requests", QUANTITIES)
                .done();
        Schema container = struct("Container")
                .field("name", TEXT)
                .field("image", TEXT)
                .field("command", PLAIN_LIST)
                .field("env", keyed(variable, "name", "name"))
                .field("ports", keyed(port, "containerPort", "containerPort", "protocol"))
                .field("resources", resources)
                .field("volumeMounts", keyed(mount, "mountPath", "mountPath"))
                .done();
        Schema configMap = struct("ConfigMapSource").field("name", TEXT).done();
        Schema volume = struct("Volume")
                .field("name", TEXT)
                .field("emptyDir", struct("EmptyDir").field("medium", TEXT).done())
                .field("configMap", configMap)
                .done();
        Schema rolling = struct("RollingUpdate")
                .field("maxSurge", new Scalar(Kind.INT_OR_STRING))
                .done();
        Schema strategy = struct("Strategy")
                .field("type", TEXT)
                .field("rollingUpdate", rolling)
                .done();
        Schema selector = struct("LabelSelector").field("matchLabels", TEXTS).whole();
        return struct("WorkloadSpec")
                .field("replicas", NUMBER)
                .field("paused", new Scalar(Kind.BOOLEAN))
                .field("strategy", strategy)
                .field("selector", selector)
                .field("containers", keyed(container, "name", "name"))
                .field("volumes", keyed(volume, "name", "name"))
                .field("tolerations", PLAIN_LIST)
                .done();
    }

    private static Schema status() {
        Schema condition = struct("Condition")
                .field("type", TEXT)
                .field("status", TEXT)
                .field("message", TEXT)
                .done();
        return struct("WorkloadStatus")
                .field("phase", TEXT)
                .field("replicas", NUMBER)
                .field("conditions", keyed(condition, "type", "type"))
                .done();
    }

    private static Sequence keyed(Schema items, String patchKey, String... keys) {
        return new Sequence(items, ListKind.MAP, List.of(keys), Optional.of(patchKey), true);
    }

    private static Fields struct(String name) {
        return new Fields(name);
    }

    private static final class Fields {
        private final String name;
        private final SequencedMap<String, Field> fields = new LinkedHashMap<>();

        Fields(String name) {
            this.name = name;
        }

        Fields field(String key, Schema type) {
            fields.put(key, new Field(type, false, Optional.empty(), false));
            return this;
        }

        Fields preset(String key, String value) {
            Optional<JsonNode> preset = Optional.of(TextNode.valueOf(value));
            fields.put(key, new Field(TEXT, false, preset, false));
            return this;
        }

        Schema done() {
            return new Struct(name, fields, false, false);
        }

        Schema whole() {
            return new Struct(name, fields, true, false);
        }
    }
}
