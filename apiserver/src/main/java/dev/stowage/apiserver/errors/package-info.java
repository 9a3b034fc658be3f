/// Errors as `Status` objects, in the form and the words that Kubernetes clients expect.
@NullMarked
package dev.stowage.apiserver.errors;

import org.jspecify.annotations.NullMarked;
