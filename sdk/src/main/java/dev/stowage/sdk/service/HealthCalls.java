package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerGetVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerGetVolumeHealthResponse;
import dev.stowage.csi.v1.ControllerListVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerListVolumeHealthResponse;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Health;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Page;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;

/// What is wrong with volumes, seen from the controller.
record HealthCalls(Base base) {

    ControllerGetVolumeHealthResponse get(ControllerGetVolumeHealthRequest request) throws CsiException, IOException {
        Health health = base.roles().require(Health.class, "ControllerGetVolumeHealth");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        if (base.volumes().isPresent()) {
            base.volumes().get().require(id);
        }
        return ControllerGetVolumeHealthResponse.newBuilder()
                .setVolumeHealth(Wire.health(id, health.health(id, new Secrets(request.getSecretsMap()))))
                .build();
    }

    /// Healthy volumes are left out; a page may therefore be empty and still have a next one.
    ControllerListVolumeHealthResponse list(ControllerListVolumeHealthRequest request)
            throws CsiException, IOException {
        Health health = base.roles().require(Health.class, "ControllerListVolumeHealth");
        VolumeBooks books = base.volumes()
                .orElseThrow(
                        () -> CsiException.unimplemented("ControllerListVolumeHealth is not offered by this driver"));
        Secrets secrets = new Secrets(request.getSecretsMap());
        Page<Volume> page =
                books.list(Requests.token(request.getStartingToken()), Requests.most(request.getMaxEntries()));
        var answer = ControllerListVolumeHealthResponse.newBuilder()
                .setNextToken(page.next().orElse(""));
        for (Volume volume : page.entries()) {
            List<HealthProblem> problems = orUnknown(health, volume.id(), secrets);
            if (!problems.isEmpty()) {
                answer.addEntries(Wire.health(volume.id(), problems));
            }
        }
        return answer.build();
    }

    /// For lists: a volume that cannot be looked at, perhaps because it is being deleted, must not hide all others.
    static List<HealthProblem> orUnknown(Health health, VolumeId volume, Secrets secrets) {
        try {
            return health.health(volume, secrets);
        } catch (CsiException | IOException e) {
            return List.of(new HealthProblem(
                    HealthProblem.Kind.DEGRADED, "HealthUnknown", "its health cannot be told: " + e.getMessage()));
        }
    }
}
