package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerGetVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerGetVolumeHealthResponse;
import dev.stowage.csi.v1.ControllerListVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerListVolumeHealthResponse;
import dev.stowage.sdk.ControllerVolumeHealth;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;

/// Problems of volumes, as seen from the controller.
record HealthCalls(ServiceContext serviceContext) {

    ControllerGetVolumeHealthResponse get(ControllerGetVolumeHealthRequest request) throws CsiException, IOException {
        ControllerVolumeHealth controllerVolumeHealth =
                serviceContext.driverRoles().require(ControllerVolumeHealth.class, "ControllerGetVolumeHealth");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        if (serviceContext.volumes().isPresent()) {
            serviceContext.volumes().get().require(id);
        }
        return ControllerGetVolumeHealthResponse.newBuilder()
                .setVolumeHealth(ProtoConverter.health(
                        id, controllerVolumeHealth.health(id, new Secrets(request.getSecretsMap()))))
                .build();
    }

    /// Healthy volumes are left out; a page may therefore be empty and still have a next one.
    ControllerListVolumeHealthResponse list(ControllerListVolumeHealthRequest request)
            throws CsiException, IOException {
        ControllerVolumeHealth controllerVolumeHealth =
                serviceContext.driverRoles().require(ControllerVolumeHealth.class, "ControllerListVolumeHealth");
        VolumeRegistry registry = serviceContext
                .volumes()
                .orElseThrow(
                        () -> CsiException.unimplemented("ControllerListVolumeHealth is not supported by this driver"));
        Secrets secrets = new Secrets(request.getSecretsMap());
        ListPage<Volume> page = registry.list(
                RequestFields.token(request.getStartingToken()), RequestFields.maxEntries(request.getMaxEntries()));
        var answer = ControllerListVolumeHealthResponse.newBuilder()
                .setNextToken(page.next().orElse(""));
        for (Volume volume : page.entries()) {
            List<HealthProblem> problems = orUnknown(controllerVolumeHealth, volume.id(), secrets);
            if (!problems.isEmpty()) {
                answer.addEntries(ProtoConverter.health(volume.id(), problems));
            }
        }
        return answer.build();
    }

    /// For lists: a volume that cannot be checked, for example because it is being deleted, must not hide the
    /// others.
    static List<HealthProblem> orUnknown(
            ControllerVolumeHealth controllerVolumeHealth, VolumeId volume, Secrets secrets) {
        try {
            return controllerVolumeHealth.health(volume, secrets);
        } catch (CsiException | IOException e) {
            return List.of(new HealthProblem(
                    HealthProblem.Kind.DEGRADED, "HealthUnknown", "cannot determine the health: " + e.getMessage()));
        }
    }
}
