package dev.stowage.sidecar.provisioner.request;

import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.secret.SecretTemplateException;
import dev.stowage.sidecar.secret.SecretParameters;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The secrets for the calls of a volume; null for calls without.
public record VolumeSecretRefs(
        @Nullable SecretReference provisioner,
        @Nullable SecretReference controllerPublish,
        @Nullable SecretReference nodeStage,
        @Nullable SecretReference nodePublish,
        @Nullable SecretReference controllerExpand,
        @Nullable SecretReference nodeExpand,
        @Nullable SecretReference controllerModify) {

    static VolumeSecretRefs of(Map<String, String> parameters, SecretParameters.TemplateValues templateValues)
            throws SecretTemplateException {
        return new VolumeSecretRefs(
                SecretParameters.PROVISIONER.resolve(parameters, templateValues),
                SecretParameters.CONTROLLER_PUBLISH.resolve(parameters, templateValues),
                SecretParameters.NODE_STAGE.resolve(parameters, templateValues),
                SecretParameters.NODE_PUBLISH.resolve(parameters, templateValues),
                SecretParameters.CONTROLLER_EXPAND.resolve(parameters, templateValues),
                SecretParameters.NODE_EXPAND.resolve(parameters, templateValues),
                SecretParameters.CONTROLLER_MODIFY.resolve(parameters, templateValues));
    }
}
