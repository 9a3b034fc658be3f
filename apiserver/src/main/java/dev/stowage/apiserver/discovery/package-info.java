/// Discovery: the groups, versions and resources of the server, and their verbs.
@NullMarked
package dev.stowage.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
