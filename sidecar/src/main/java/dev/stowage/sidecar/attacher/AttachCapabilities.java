package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.text.SanitizedName;
import dev.stowage.sidecar.driver.Driver;

/// What of a driver decides how its volumes are attached.
///
/// @param readOnly whether it can be told to attach read-only
/// @param tellsWritersApart whether it knows one writer on a node from many
record AttachCapabilities(String driver, boolean readOnly, boolean tellsWritersApart, String defaultFsType) {

    static AttachCapabilities of(Driver driver, String defaultFsType) {
        return new AttachCapabilities(
                driver.name(),
                driver.has(RPC.Type.PUBLISH_READONLY),
                driver.has(RPC.Type.SINGLE_NODE_MULTI_WRITER),
                defaultFsType);
    }

    /// Stands on attachments and volumes for as long as something may be attached.
    String finalizer() {
        return "external-attacher/" + SanitizedName.of(driver);
    }
}
