/// The groups, versions and resources that the server has, and their verbs.
@NullMarked
package dev.stowage.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
