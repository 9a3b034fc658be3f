package dev.stowage.sidecar.provisioner.request;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.Volume;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.sidecar.provisioner.extension.DataSources;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds the complete request for a volume. Does not call the driver.
public final class ProvisionPreparation {
    private final ProvisioningSettings settings;
    private final ProvisionerExtensions extensions;
    private final VolumeCalls calls;
    private final KubeClient api;
    private final SecretReader secrets;

    /// @param template what follows from claim and class
    /// @param request what is sent
    /// @param contentSource what the volume is filled with; null for an empty one
    /// @param mayReschedule whether the scheduler chose a node, and another one could do better
    public record PreparedProvision(
            CreateVolumeTemplate template,
            CreateVolumeRequest request,
            DataSources.@Nullable ContentSource contentSource,
            boolean mayReschedule) {}

    public ProvisionPreparation(
            ProvisioningSettings settings, ProvisionerExtensions extensions, VolumeCalls calls, KubeClient api) {
        this.settings = settings;
        this.extensions = extensions;
        this.calls = calls;
        this.api = api;
        this.secrets = new SecretReader(api);
    }

    public PreparedProvision prepare(PersistentVolumeClaim claim, StorageClass wanted, String selectedNode)
            throws ProvisioningException, InterruptedException {
        StorageClass storageClass = InTreeTranslation.toCsi(wanted);
        Optional<DataSources.ContentSource> source = extensions.dataSources().of(claim);
        calls.checkCapabilities(!attributes(claim).isEmpty());
        CreateVolumeTemplate template = CreateVolumeTemplate.of(settings, claim, storageClass);
        CreateVolumeRequest.Builder request = template.request().toBuilder();
        if (source.isPresent()) {
            request.setVolumeContentSource(source.get().content(claim, storageClass));
        }
        boolean topology = extensions.topology().isSupported();
        if (topology) {
            TopologyRequirement places =
                    extensions.topology().accessibilityRequirements(claim, storageClass, selectedNode);
            if (places != null) {
                request.setAccessibilityRequirements(places);
            }
        }
        addSecrets(request, template);
        request.putAllMutableParameters(mutable(claim));
        return new PreparedProvision(
                template, request.build(), source.orElse(null), topology && !selectedNode.isEmpty());
    }

    /// The request that finds a volume again that was requested before, as far as it can be built now: the
    /// topology or the source may no longer exist.
    public PreparedProvision prepareAgain(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode)
            throws ProvisioningException, InterruptedException {
        try {
            return prepare(claim, storageClass, selectedNode);
        } catch (ProvisioningException e) {
            CreateVolumeTemplate template =
                    CreateVolumeTemplate.of(settings, claim, InTreeTranslation.toCsi(storageClass));
            CreateVolumeRequest.Builder request = template.request().toBuilder();
            addSecrets(request, template);
            return new PreparedProvision(template, request.build(), null, false);
        }
    }

    /// The nodes that can use a created volume; empty for all.
    public List<NodeSelectorTerm> nodeAffinity(Volume created) {
        return extensions.topology().nodeAffinity(created.getAccessibleTopologyList());
    }

    private void addSecrets(CreateVolumeRequest.Builder request, CreateVolumeTemplate template)
            throws ProvisioningException, InterruptedException {
        request.putAllSecrets(credentials(template.secrets().provisioner()));
    }

    Map<String, String> credentials(@Nullable SecretReference at) throws ProvisioningException, InterruptedException {
        try {
            return secrets.read(at);
        } catch (ApiFailure e) {
            String where = at == null ? "" : at.name() + " in namespace " + at.namespace();
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "error getting secret " + where + ": " + e.getMessage(), e);
        }
    }

    private String attributes(PersistentVolumeClaim claim) {
        return settings.attributesClasses() && claim.attributesClass() != null ? claim.attributesClass() : "";
    }

    private Map<String, String> mutable(PersistentVolumeClaim claim)
            throws ProvisioningException, InterruptedException {
        String name = attributes(claim);
        if (name.isEmpty()) {
            return Map.of();
        }
        try {
            // Few claims name one, and not every cluster has the kind: a request costs less than a watch.
            VolumeAttributesClass found = Kinds.ATTRIBUTES_CLASSES.read(api.get(Kinds.ATTRIBUTES_CLASSES, "", name));
            if (!found.driver().equals(settings.driver())) {
                throw new ProvisioningException(
                        ProvisioningState.FINISHED,
                        "VAC " + name + " referenced in PVC is for driver " + found.driver()
                                + " which does not match driver name " + settings.driver());
            }
            return found.parameters();
        } catch (ApiFailure e) {
            throw new ProvisioningException(ProvisioningState.NO_CHANGE, String.valueOf(e.getMessage()), e);
        }
    }
}
