package dev.stowage.apiserver.admission;

import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.errors.ApiException;
import java.util.List;

/// Runs the admission plugins on a write request: they set defaults in its object, then admit or reject it.
///
/// Pure: it reads other objects and changes only the object of the request. Safe for many threads.
public final class AdmissionChain {
    private final NodeRestriction nodeRestriction;
    private final List<AdmissionPlugin> steps;

    /// @param authorizer for rights that only the object of a request shows to be needed
    public AdmissionChain(Authorizer authorizer) {
        this.nodeRestriction = new NodeRestriction(authorizer);
        this.steps = List.of(
                new NamespaceLifecycle(),
                new LimitRanger(),
                new ServiceAccountAdmission(),
                nodeRestriction,
                new TaintNodesByCondition(),
                new PriorityAdmission(),
                new DefaultTolerationSeconds(),
                new DefaultStorageClass(),
                new StorageObjectInUseProtection(),
                new PersistentVolumeClaimResize(),
                new RuntimeClassAdmission(),
                new DefaultIngressClass(),
                new ResourceQuotaAdmission());
    }

    /// Mutation and validation at once, for requests that need nothing in between.
    ///
    /// @throws ApiException when it is refused
    public void admit(AdmissionAttributes admissionAttributes) throws ApiException {
        mutate(admissionAttributes);
        validate(admissionAttributes);
    }

    /// Sets defaults. Runs before the resource's own rules.
    public void mutate(AdmissionAttributes admissionAttributes) throws ApiException {
        for (AdmissionPlugin admissionPlugin : steps) {
            admissionPlugin.mutate(admissionAttributes);
        }
    }

    /// For what is sent to a sub-resource and is not an object of the resource, such as a Binding: who sends it
    /// matters, the rest is for the sub-resource.
    ///
    /// @throws ApiException when it is refused
    public void restrict(AdmissionAttributes admissionAttributes) throws ApiException {
        nodeRestriction.mutate(admissionAttributes);
    }

    /// Runs after the resource's own rules.
    public void validate(AdmissionAttributes admissionAttributes) throws ApiException {
        for (AdmissionPlugin admissionPlugin : steps) {
            admissionPlugin.validate(admissionAttributes);
        }
    }
}
