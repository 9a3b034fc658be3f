/// Defaults and checks that depend on other objects: the admission plugins that Kubernetes enables by default, in
/// the same order. They run after authorization and before the resource's strategy.
@NullMarked
package dev.stowage.apiserver.admission;

import org.jspecify.annotations.NullMarked;
