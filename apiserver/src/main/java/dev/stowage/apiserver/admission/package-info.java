/// Defaults and refusals that depend on other objects: the admission plugins that Kubernetes enables by
/// default, in its order, between authorization and the resource itself.
@NullMarked
package dev.stowage.apiserver.admission;

import org.jspecify.annotations.NullMarked;
