package dev.stowage.apiserver.admission;

import dev.stowage.apiserver.errors.ApiException;

/// One of the steps. All of them change the object first, then all of them check what became of it.
interface AdmissionPlugin {

    default void mutate(AdmissionAttributes admissionAttributes) throws ApiException {}

    default void validate(AdmissionAttributes admissionAttributes) throws ApiException {}
}
