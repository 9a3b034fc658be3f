package dev.stowage.apiserver.admission;

import dev.stowage.apiserver.failure.ApiException;

/// One of the steps. All of them change the object first, then all of them check what became of it.
interface Step {

    default void mutate(Attempt attempt) throws ApiException {}

    default void validate(Attempt attempt) throws ApiException {}
}
