/// Deployments, their sets, and the revisions of those.
@NullMarked
package dev.stowage.apiserver.group.apps;

import org.jspecify.annotations.NullMarked;
