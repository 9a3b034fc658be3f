package dev.stowage.apiserver.admission;

import dev.stowage.apiserver.errors.ApiException;

/// An admission plugin. First all plugins mutate the object, then all of them validate the result.
interface AdmissionPlugin {

    default void mutate(AdmissionAttributes admissionAttributes) throws ApiException {}

    default void validate(AdmissionAttributes admissionAttributes) throws ApiException {}
}
