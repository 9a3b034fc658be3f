package dev.stowage.sidecar.provision;

import dev.stowage.kube.object.SecretRef;
import dev.stowage.kube.secret.SecretMistake;
import dev.stowage.sidecar.secret.SecretKeys;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the secrets for the calls about a volume are; null for calls without.
record SecretRefs(
        @Nullable SecretRef provisioner,
        @Nullable SecretRef controllerPublish,
        @Nullable SecretRef nodeStage,
        @Nullable SecretRef nodePublish,
        @Nullable SecretRef controllerExpand,
        @Nullable SecretRef nodeExpand,
        @Nullable SecretRef controllerModify) {

    static SecretRefs of(Map<String, String> parameters, SecretKeys.Subject subject) throws SecretMistake {
        return new SecretRefs(
                SecretKeys.PROVISIONER.in(parameters, subject),
                SecretKeys.CONTROLLER_PUBLISH.in(parameters, subject),
                SecretKeys.NODE_STAGE.in(parameters, subject),
                SecretKeys.NODE_PUBLISH.in(parameters, subject),
                SecretKeys.CONTROLLER_EXPAND.in(parameters, subject),
                SecretKeys.NODE_EXPAND.in(parameters, subject),
                SecretKeys.CONTROLLER_MODIFY.in(parameters, subject));
    }
}
