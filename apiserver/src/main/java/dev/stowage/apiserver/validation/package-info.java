/// Validation rules that all resources share: metadata, labels, quantities, selectors. The messages are those of
/// Kubernetes, because people search for them.
@NullMarked
package dev.stowage.apiserver.validation;

import org.jspecify.annotations.NullMarked;
