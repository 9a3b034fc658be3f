/// Deployments, ReplicaSets, StatefulSets, DaemonSets and ControllerRevisions.
@NullMarked
package dev.stowage.apiserver.registry.apps;

import org.jspecify.annotations.NullMarked;
