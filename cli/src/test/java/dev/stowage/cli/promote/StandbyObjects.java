package dev.stowage.cli.promote;

import dev.stowage.cli.move.MoveObjects;

/// Standbys for tests, from their JSON.
final class StandbyObjects {
    static final String READY = """
            {"phase": "Ready", "driver": "d.example.com", "copiedAt": "2026-11-20T10:15:07Z",
             "message": "node node-2 has a copy"}""";

    private StandbyObjects() {}

    /// Of claim `shop/data`.
    static String text(String node, String spec, String status) {
        return """
                {"apiVersion": "stowage.dev/v1alpha1", "kind": "VolumeStandby",
                 "metadata": {"namespace": "shop", "name": "data-%1$s", "uid": "uid-%1$s"},
                 "spec": {"claimName": "data", "targetNode": "%1$s"%2$s},
                 "status": %3$s}""".formatted(node, spec, status);
    }

    static VolumeStandby standby(String node, String spec, String status) {
        return MoveObjects.read(VolumeStandby.KIND, text(node, spec, status));
    }

    static VolumeStandby ready(String node) {
        return standby(node, "", READY);
    }

    /// A ready one whose promotion is requested.
    static VolumeStandby requested(String message) {
        return standby("node-2", ", \"promote\": true", READY.replace("node node-2 has a copy", message));
    }
}
