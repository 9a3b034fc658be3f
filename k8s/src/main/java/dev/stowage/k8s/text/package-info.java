/// Texts in the formats of the Kubernetes components, which dashboards and scripts search for.
@NullMarked
package dev.stowage.k8s.text;

import org.jspecify.annotations.NullMarked;
