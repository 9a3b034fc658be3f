/// The Kubernetes client of all controllers; see DESIGN.md of this module.
@NullMarked
package dev.stowage.kube;

import org.jspecify.annotations.NullMarked;
