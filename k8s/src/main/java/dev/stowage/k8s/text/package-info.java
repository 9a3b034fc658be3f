/// Texts as the programs of Kubernetes write them: dashboards and scripts look for them.
@NullMarked
package dev.stowage.k8s.text;

import org.jspecify.annotations.NullMarked;
