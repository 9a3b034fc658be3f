package dev.stowage.node.server.remotecommand;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;

/// The result of a command, as clients read it.
final class RemoteCommandStatus {
    private RemoteCommandStatus() {}

    static byte[] of(int code) {
        ObjectNode status = Json.object();
        status.putObject("metadata");
        if (code == 0) {
            status.put("status", "Success");
            return Json.write(status);
        }
        status.put("status", "Failure")
                .put("message", "command terminated with non-zero exit code: exit status " + code)
                .put("reason", "NonZeroExitCode");
        status.putObject("details")
                .putArray("causes")
                .addObject()
                .put("reason", "ExitCode")
                .put("message", Integer.toString(code));
        return Json.write(status);
    }
}
