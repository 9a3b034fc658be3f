package dev.stowage.apiserver.admission;

import dev.stowage.apiserver.errors.ApiException;
import java.util.List;

/// Lets an attempt pass, after adding to its object what clients may leave out, or refuses it.
///
/// Pure: it reads other objects and changes only the object of the request. Safe for many threads.
public final class AdmissionChain {
    private final List<AdmissionPlugin> steps = List.of(
            new NamespaceLifecycle(),
            new LimitRanger(),
            new ServiceAccountAdmission(),
            new TaintNodesByCondition(),
            new PriorityAdmission(),
            new DefaultTolerationSeconds(),
            new DefaultStorageClass(),
            new StorageObjectInUseProtection(),
            new PersistentVolumeClaimResize(),
            new RuntimeClassAdmission(),
            new DefaultIngressClass(),
            new ResourceQuotaAdmission());

    /// Both halves at once, for what needs nothing in between.
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

    /// Comes after the resource's own rules.
    public void validate(AdmissionAttributes admissionAttributes) throws ApiException {
        for (AdmissionPlugin admissionPlugin : steps) {
            admissionPlugin.validate(admissionAttributes);
        }
    }
}
