/// Deployments, their sets, and the revisions of those.
@NullMarked
package dev.stowage.apiserver.registry.apps;

import org.jspecify.annotations.NullMarked;
