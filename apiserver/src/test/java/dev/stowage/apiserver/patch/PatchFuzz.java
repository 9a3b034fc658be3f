package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.YamlTrees;
import dev.stowage.apiserver.schema.ObjectDecoder;
import dev.stowage.apiserver.schema.TypeMismatchException;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema.Struct;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;

/// Patches of all kinds to a pod. The pod itself must not change.
public final class PatchFuzz implements FuzzTarget {
    private static final Struct POD = BuiltInTypes.of("io.k8s.api.core.v1.Pod");
    private static final String TEXT = """
            apiVersion: v1
            kind: Pod
            metadata: {name: a, labels: {a: b}, finalizers: [x, y], ownerReferences: [{uid: u, name: o}]}
            spec:
              containers:
              - {name: c, image: i, ports: [{containerPort: 80, protocol: TCP}], env: [{name: e, value: v}]}
              - {name: d, args: [a, b], volumeMounts: [{mountPath: /x, name: v}]}
              tolerations: [{key: k, operator: Exists}]
              volumes: [{name: v, emptyDir: {}}]
            status: {conditions: [{type: Ready, status: 'True'}], podIPs: [{ip: 10.0.0.1}]}
            """;
    private static final ObjectNode LIVE = YamlTrees.object(TEXT);
    private static final ObjectNode SAME = YamlTrees.object(TEXT);

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                [{"op":"add","path":"/spec/containers/-","value":{"name":"n"}},{"op":"remove","path":"/metadata/labels"},
                {"op":"copy","from":"/spec","path":"/spec/containers/0/x"},{"op":"move","from":"/status","path":"/a~1b"},
                {"op":"test","path":"/spec/containers/-1/name","value":"d"},{"op":"replace","path":"","value":{"a":[]}}]""", """
                {"metadata":{"labels":{"a":null,"c":"d"},"finalizers":["z"]},"spec":{"containers":[{"name":"c","image":"j",
                "ports":[{"containerPort":80,"$patch":"delete"}],"$setElementOrder/env":[{"name":"e"}]},
                {"$patch":"replace"}],"volumes":[{"name":"v","$retainKeys":["name","hostPath"],"hostPath":{"path":"/"}}],
                "$setElementOrder/containers":[{"name":"d"},{"name":"c"}]}}""", """
                {"metadata":{"$deleteFromPrimitiveList/finalizers":["x"],"$setElementOrder/finalizers":["y","z"],
                "finalizers":["z"],"ownerReferences":[{"uid":"u","$patch":"delete"}]},"status":{"$patch":"replace","a":1},
                "spec":{"tolerations":[{"key":"n"}],"$retainKeys":["tolerations","containers"]}}""", "null", "{\"spec\":{\"containers\":null,\"x\":{\"y\":{\"z\":1e400}}}}");
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"$patch\":\"delete\"",
                "\"$patch\":\"merge\"",
                "\"$retainKeys\":[]",
                "\"$setElementOrder/containers\":[",
                "\"$deleteFromPrimitiveList/finalizers\":[",
                "\"op\":\"copy\"",
                "\"from\":\"/",
                "\"path\":\"/",
                "/-",
                "~0",
                "~1",
                "/2147483648",
                "null",
                "{",
                "}",
                "[",
                "]",
                ",",
                ":",
                "{\"name\":\"c\"}",
                "[[1]]",
                "1.5",
                "\"\"");
    }

    @Override
    public void run(byte[] input) {
        for (PatchType kind : PatchType.values()) {
            try {
                ObjectNode patched = PatchApplier.apply(kind, input, LIVE, POD);
                Json.stored(Json.write(patched));
                Json.write(ObjectDecoder.tree(patched, POD).object());
            } catch (ApiException | TypeMismatchException _) {
                // Refused.
            }
            if (!LIVE.equals(SAME)) {
                throw new AssertionError("the object is changed by a patch of kind " + kind);
            }
        }
    }
}
