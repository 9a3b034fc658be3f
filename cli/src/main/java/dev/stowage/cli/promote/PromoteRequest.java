package dev.stowage.cli.promote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;

/// What the command writes into a VolumeStandby.
final class PromoteRequest {

    private PromoteRequest() {}

    /// `nodeIsDown` is written in any case: a confirmation of an earlier day is not one of today.
    static Patch of(VolumeStandby standby, boolean nodeIsDown) {
        return patch(standby, true, nodeIsDown);
    }

    /// With the confirmation that the node is down: the node may be up when it is requested again.
    static Patch withdrawal(VolumeStandby standby) {
        return patch(standby, false, false);
    }

    private static Patch patch(VolumeStandby standby, boolean promote, boolean nodeIsDown) {
        ObjectNode body = Json.object();
        body.putObject("spec").put("promote", promote).put("nodeIsDown", nodeIsDown);
        return Patch.merge(body).onlyIfSame(standby);
    }

    /// The same for a user.
    static String withdrawalCommand(VolumeStandby standby) {
        return "kubectl patch volumestandby %s -n %s --type=merge -p '{\"spec\":{\"promote\":false,\"nodeIsDown\":false}}'"
                .formatted(standby.meta().name(), standby.meta().namespace());
    }
}
