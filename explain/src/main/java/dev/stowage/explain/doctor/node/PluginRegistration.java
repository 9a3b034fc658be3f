package dev.stowage.explain.doctor.node;

import java.nio.file.Path;
import java.util.List;

/// A plugin registration socket.
public record PluginRegistration(Path path, Result result) {

    public sealed interface Result {

        /// @param type `CSIPlugin`, `DRAPlugin` or `DevicePlugin`
        /// @param endpoint where the driver itself answers, as the kubelet sees it
        record Plugin(String type, String name, String endpoint, List<String> versions) implements Result {
            public Plugin {
                versions = List.copyOf(versions);
            }

            public boolean isCsi() {
                return type.equals("CSIPlugin");
            }
        }

        record NotListening(String why) implements Result {}

        record TimedOut() implements Result {}

        record Failed(String why) implements Result {}
    }
}
