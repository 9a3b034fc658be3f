package dev.stowage.explain.doctor.node;

import java.nio.file.Path;
import java.util.List;

/// A socket at which the kubelet asks who is there.
public record Registration(Path path, Answer answer) {

    public sealed interface Answer {

        /// @param type `CSIPlugin`, `DRAPlugin` or `DevicePlugin`
        /// @param endpoint where the driver itself answers, as the kubelet sees it
        record Plugin(String type, String name, String endpoint, List<String> versions) implements Answer {
            public Plugin {
                versions = List.copyOf(versions);
            }

            public boolean isCsi() {
                return type.equals("CSIPlugin");
            }
        }

        record Deserted(String why) implements Answer {}

        record Silent() implements Answer {}

        record Failed(String why) implements Answer {}
    }
}
