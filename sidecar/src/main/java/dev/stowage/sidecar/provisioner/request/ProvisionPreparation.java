package dev.stowage.sidecar.provisioner.request;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.sidecar.provisioner.extension.DataSources;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts the whole request for a volume together. Nothing is asked of the driver here.
public final class ProvisionPreparation {
    private final ProvisioningSettings provisioningSettings;
    private final ProvisionerExtensions provisionerExtensions;
    private final VolumeCalls volumeCalls;
    private final KubeClient api;
    private final SecretReader secrets;

    /// @param template what follows from claim and class
    /// @param request what is sent
    /// @param contentSource what the volume is filled with; null for an empty one
    public record PreparedProvision(
            CreateVolumeTemplate template,
            CreateVolumeRequest request,
            DataSources.@Nullable ContentSource contentSource) {}

    public ProvisionPreparation(
            ProvisioningSettings provisioningSettings,
            ProvisionerExtensions provisionerExtensions,
            VolumeCalls volumeCalls,
            KubeClient api) {
        this.provisioningSettings = provisioningSettings;
        this.provisionerExtensions = provisionerExtensions;
        this.volumeCalls = volumeCalls;
        this.api = api;
        this.secrets = new SecretReader(api);
    }

    public PreparedProvision prepare(PersistentVolumeClaim claim, StorageClass wanted, String selectedNode)
            throws ProvisioningException, InterruptedException {
        StorageClass storageClass = InTreeTranslation.toCsi(wanted);
        Optional<DataSources.ContentSource> source =
                provisionerExtensions.dataSources().of(claim);
        volumeCalls.checkCapabilities(!attributes(claim).isEmpty());
        CreateVolumeTemplate planned = CreateVolumeTemplate.of(provisioningSettings, claim, storageClass);
        CreateVolumeRequest.Builder request = planned.request().toBuilder();
        if (source.isPresent()) {
            request.setVolumeContentSource(source.get().content(claim, storageClass));
        }
        if (provisionerExtensions.topology().isSupported()) {
            TopologyRequirement places =
                    provisionerExtensions.topology().accessibilityRequirements(claim, storageClass, selectedNode);
            if (places != null) {
                request.setAccessibilityRequirements(places);
            }
        }
        addSecrets(request, planned);
        request.putAllMutableParameters(mutable(claim));
        return new PreparedProvision(planned, request.build(), source.orElse(null));
    }

    /// The request with which a volume would be found again that was asked for before, as well as it can be made now:
    /// the place or the source may be gone.
    public PreparedProvision prepareAgain(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode)
            throws ProvisioningException, InterruptedException {
        try {
            return prepare(claim, storageClass, selectedNode);
        } catch (ProvisioningException e) {
            CreateVolumeTemplate planned =
                    CreateVolumeTemplate.of(provisioningSettings, claim, InTreeTranslation.toCsi(storageClass));
            CreateVolumeRequest.Builder request = planned.request().toBuilder();
            addSecrets(request, planned);
            return new PreparedProvision(planned, request.build(), null);
        }
    }

    private void addSecrets(CreateVolumeRequest.Builder request, CreateVolumeTemplate planned)
            throws ProvisioningException, InterruptedException {
        request.putAllSecrets(credentials(planned.secrets().provisioner()));
    }

    public Map<String, String> credentials(@Nullable SecretReference at)
            throws ProvisioningException, InterruptedException {
        try {
            return secrets.read(at);
        } catch (ApiFailure e) {
            String where = at == null ? "" : at.name() + " in namespace " + at.namespace();
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "error getting secret " + where + ": " + e.getMessage(), e);
        }
    }

    private String attributes(PersistentVolumeClaim claim) {
        return provisioningSettings.attributesClasses() && claim.attributesClass() != null
                ? claim.attributesClass()
                : "";
    }

    private Map<String, String> mutable(PersistentVolumeClaim claim)
            throws ProvisioningException, InterruptedException {
        String name = attributes(claim);
        if (name.isEmpty()) {
            return Map.of();
        }
        try {
            // Few claims name one, and not every cluster has the kind: a look costs less than a watch.
            VolumeAttributesClass found = Kinds.ATTRIBUTES_CLASSES.read(api.get(Kinds.ATTRIBUTES_CLASSES, "", name));
            if (!found.driver().equals(provisioningSettings.driver())) {
                throw new ProvisioningException(
                        ProvisioningState.FINISHED,
                        "VAC " + name + " referenced in PVC is for driver " + found.driver()
                                + " which does not match driver name " + provisioningSettings.driver());
            }
            return found.parameters();
        } catch (ApiFailure e) {
            throw new ProvisioningException(ProvisioningState.NO_CHANGE, String.valueOf(e.getMessage()), e);
        }
    }
}
