package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.k8s.text.SanitizedName;
import dev.stowage.sidecar.driver.Driver;

/// The properties of a driver that decide how its volumes are attached.
///
/// @param readOnly whether it can attach read-only
/// @param multiWriter whether the driver has SINGLE_NODE_MULTI_WRITER
record AttachCapabilities(String driver, boolean readOnly, boolean multiWriter, String defaultFsType) {

    static AttachCapabilities of(Driver driver, String defaultFsType) {
        return new AttachCapabilities(
                driver.name(),
                driver.has(RPC.Type.PUBLISH_READONLY),
                driver.has(RPC.Type.SINGLE_NODE_MULTI_WRITER),
                defaultFsType);
    }

    /// On attachments and volumes while something may be attached.
    String finalizer() {
        return StorageFinalizers.EXTERNAL_ATTACHER_PREFIX + SanitizedName.of(driver);
    }
}
