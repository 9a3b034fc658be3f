package dev.stowage.apiserver.admission;

import dev.stowage.apiserver.failure.ApiException;
import java.util.List;

/// Lets an attempt pass, after adding to its object what clients may leave out, or refuses it.
///
/// Pure: it looks at the surroundings of the attempt and writes nothing but the object. Safe for many threads.
public final class Admission {
    private final List<Step> steps = List.of(
            new NamespaceLifecycle(),
            new LimitRanger(),
            new ServiceAccounts(),
            new NodeTaints(),
            new Priorities(),
            new DefaultTolerations(),
            new DefaultStorageClass(),
            new StorageProtection(),
            new ClaimResize(),
            new RuntimeClasses(),
            new DefaultIngressClass(),
            new Quotas());

    /// Both halves at once, for what needs nothing in between.
    ///
    /// @throws ApiException when it is refused
    public void admit(Attempt attempt) throws ApiException {
        mutate(attempt);
        validate(attempt);
    }

    /// Adds what is missing. Comes before the resource's own rules.
    public void mutate(Attempt attempt) throws ApiException {
        for (Step step : steps) {
            step.mutate(attempt);
        }
    }

    /// Comes after the resource's own rules.
    public void validate(Attempt attempt) throws ApiException {
        for (Step step : steps) {
            step.validate(attempt);
        }
    }
}
