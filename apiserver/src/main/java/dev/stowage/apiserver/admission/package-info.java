/// What is added to a request, and what is refused, because of other objects: the steps that Kubernetes runs
/// by default
/// between the access rules and the resource itself, in its order.
@NullMarked
package dev.stowage.apiserver.admission;

import org.jspecify.annotations.NullMarked;
