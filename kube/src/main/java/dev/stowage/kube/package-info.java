/// The one way to talk to Kubernetes; see DESIGN.md beside this module's pom.
@NullMarked
package dev.stowage.kube;

import org.jspecify.annotations.NullMarked;
