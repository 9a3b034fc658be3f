package dev.stowage.sidecar.provisioner.request;

import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.Naming;
import java.util.Set;

/// What all requests of this process share.
///
/// @param driver the driver's name
/// @param identity distinguishes the volumes of this run from others
/// @param multiWriter whether the driver has SINGLE_NODE_MULTI_WRITER
/// @param attributesClasses whether claims may name a VolumeAttributesClass
public record ProvisioningSettings(
        String driver,
        String identity,
        Naming naming,
        String defaultFsType,
        boolean extraMetadata,
        boolean readOnlyPublish,
        boolean multiWriter,
        boolean attributesClasses) {

    /// The provisioner names that this process serves: the driver's, and that of the in-tree plugin it replaces.
    public Set<String> provisionerNames() {
        return InTreeTranslation.provisionerNames(driver);
    }
}
