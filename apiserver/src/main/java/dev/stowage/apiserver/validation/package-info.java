/// Rules that the fields of all resources share: names, labels, metadata, quantities, selectors. The words of each
/// refusal are those of Kubernetes, because people search for them.
@NullMarked
package dev.stowage.apiserver.validation;

import org.jspecify.annotations.NullMarked;
