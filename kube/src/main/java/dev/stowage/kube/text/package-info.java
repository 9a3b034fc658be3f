/// Texts as the programs of Kubernetes write them: dashboards and scripts look for them.
@NullMarked
package dev.stowage.kube.text;

import org.jspecify.annotations.NullMarked;
