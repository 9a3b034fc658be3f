/// The namespace controller: deletes terminating namespaces.
@NullMarked
package dev.stowage.cluster.namespace;

import org.jspecify.annotations.NullMarked;
