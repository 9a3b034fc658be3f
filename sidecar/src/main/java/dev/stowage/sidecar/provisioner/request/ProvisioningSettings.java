package dev.stowage.sidecar.provisioner.request;

import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.Naming;

/// What all requests of this process have in common.
///
/// @param driver the driver's name
/// @param identity tells volumes of this run from others
/// @param tellsWritersApart whether the driver has SINGLE_NODE_MULTI_WRITER
/// @param attributesClasses whether claims may name a class of attributes
public record ProvisioningSettings(
        String driver,
        String identity,
        Naming naming,
        String defaultFsType,
        boolean extraMetadata,
        boolean readOnlyPublish,
        boolean tellsWritersApart,
        boolean attributesClasses) {}
