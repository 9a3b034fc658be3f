package dev.stowage.apiserver.protobuf;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.HexFormat;
import java.util.List;

/// A body in protobuf.
public final class ProtobufBodyFuzz implements FuzzTarget {

    /// A pod with a name, labels and a container with a limit, and a definition with a schema that has a default.
    @Override
    public List<byte[]> seeds() {
        return List.of(
                SampleMessages.pod(),
                SampleMessages.definition(),
                HexFormat.of().parseHex("6b387300" + "0a0a0a02763112044e6f6465" + "1202" + "0a00"));
    }

    @Override
    public List<String> words() {
        return List.of(
                "Pod", "v1", "Secret", "DeleteOptions", "PersistentVolumeClaim", "\u0012\u0000", "\n\u0002", "{}");
    }

    @Override
    public void run(byte[] input) throws Exception {
        try {
            byte[] json = ProtobufBody.toJson(input);
            if (!Json.read(json).isObject()) {
                throw new AssertionError("not an object: " + FuzzTarget.text(json));
            }
        } catch (ApiException _) {
            // Refused.
        }
    }
}
