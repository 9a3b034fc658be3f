package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import java.util.Optional;

/// Why the handle of a data source cannot be used.
///
/// @param kind as in claims
record DataSourceFailure(String kind, String name) {

    void refuse(Optional<String> problem) throws ProvisioningException {
        if (problem.isPresent()) {
            throw unusable(problem.get());
        }
    }

    ProvisioningException unusable(String why) {
        return new ProvisioningException(
                ProvisioningState.NO_CHANGE,
                "error getting handle for DataSource Type " + kind + " by Name " + name + ": " + why);
    }
}
