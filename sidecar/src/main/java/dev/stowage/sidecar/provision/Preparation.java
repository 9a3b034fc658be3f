package dev.stowage.sidecar.provision;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.Seams;
import dev.stowage.sidecar.provision.seam.Sources;
import dev.stowage.sidecar.provision.seam.State;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts the whole request for a volume together. Nothing is asked of the driver here.
final class Preparation {
    private final Terms terms;
    private final Seams seams;
    private final Calls calls;
    private final KubeClient api;
    private final SecretReader secrets;

    /// @param planned what follows from claim and class
    /// @param request what is sent
    /// @param source what the volume is filled with; null for an empty one
    record Prepared(VolumeRequest planned, CreateVolumeRequest request, Sources.@Nullable Source source) {}

    Preparation(Terms terms, Seams seams, Calls calls, KubeClient api) {
        this.terms = terms;
        this.seams = seams;
        this.calls = calls;
        this.api = api;
        this.secrets = new SecretReader(api);
    }

    Prepared of(PersistentVolumeClaim claim, StorageClass wanted, String selectedNode) throws Refusal, InterruptedException {
        StorageClass storageClass = Migrated.known(wanted);
        Optional<Sources.Source> source = seams.sources().of(claim);
        calls.checkAble(!attributes(claim).isEmpty());
        VolumeRequest planned = VolumeRequest.of(terms, claim, storageClass);
        CreateVolumeRequest.Builder request = planned.request().toBuilder();
        if (source.isPresent()) {
            request.setVolumeContentSource(source.get().content(claim, storageClass));
        }
        if (seams.placement().matters()) {
            TopologyRequirement places = seams.placement().requirement(claim, storageClass, selectedNode);
            if (places != null) {
                request.setAccessibilityRequirements(places);
            }
        }
        addSecrets(request, planned);
        request.putAllMutableParameters(mutable(claim));
        return new Prepared(planned, request.build(), source.orElse(null));
    }

    /// The request with which a volume would be found again that was asked for before, as well as it can be made now:
    /// the place or the source may be gone.
    Prepared again(PersistentVolumeClaim claim, StorageClass storageClass, String selectedNode) throws Refusal, InterruptedException {
        try {
            return of(claim, storageClass, selectedNode);
        } catch (Refusal e) {
            VolumeRequest planned = VolumeRequest.of(terms, claim, Migrated.known(storageClass));
            CreateVolumeRequest.Builder request = planned.request().toBuilder();
            addSecrets(request, planned);
            return new Prepared(planned, request.build(), null);
        }
    }

    private void addSecrets(CreateVolumeRequest.Builder request, VolumeRequest planned)
            throws Refusal, InterruptedException {
        request.putAllSecrets(credentials(planned.secrets().provisioner()));
    }

    Map<String, String> credentials(@Nullable SecretReference at) throws Refusal, InterruptedException {
        try {
            return secrets.read(at);
        } catch (ApiFailure e) {
            String where = at == null ? "" : at.name() + " in namespace " + at.namespace();
            throw new Refusal(State.NO_CHANGE, "error getting secret " + where + ": " + e.getMessage(), e);
        }
    }

    private String attributes(PersistentVolumeClaim claim) {
        return terms.attributesClasses() && claim.attributesClass() != null ? claim.attributesClass() : "";
    }

    private Map<String, String> mutable(PersistentVolumeClaim claim) throws Refusal, InterruptedException {
        String name = attributes(claim);
        if (name.isEmpty()) {
            return Map.of();
        }
        try {
            // Few claims name one, and not every cluster has the kind: a look costs less than a watch.
            VolumeAttributesClass found = Kinds.ATTRIBUTES_CLASSES.read(api.get(Kinds.ATTRIBUTES_CLASSES, "", name));
            if (!found.driver().equals(terms.driver())) {
                throw new Refusal(
                        State.FINISHED,
                        "VAC " + name + " referenced in PVC is for driver " + found.driver()
                                + " which does not match driver name " + terms.driver());
            }
            return found.parameters();
        } catch (ApiFailure e) {
            throw new Refusal(State.NO_CHANGE, String.valueOf(e.getMessage()), e);
        }
    }
}
