/// The metrics API, `metrics.k8s.io`: what nodes and pods use, computed for each request from what the kubelets
/// report.
@NullMarked
package dev.stowage.apiserver.resourcemetrics;

import org.jspecify.annotations.NullMarked;
