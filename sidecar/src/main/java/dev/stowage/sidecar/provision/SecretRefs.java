package dev.stowage.sidecar.provision;

import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.secret.SecretTemplateException;
import dev.stowage.sidecar.secret.SecretKeys;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the secrets for the calls about a volume are; null for calls without.
record SecretRefs(
        @Nullable SecretReference provisioner,
        @Nullable SecretReference controllerPublish,
        @Nullable SecretReference nodeStage,
        @Nullable SecretReference nodePublish,
        @Nullable SecretReference controllerExpand,
        @Nullable SecretReference nodeExpand,
        @Nullable SecretReference controllerModify) {

    static SecretRefs of(Map<String, String> parameters, SecretKeys.Subject subject) throws SecretTemplateException {
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
