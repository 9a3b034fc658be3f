/// The namespaces, roles, bindings and other objects of a new cluster.
@NullMarked
package dev.stowage.apiserver.bootstrap;

import org.jspecify.annotations.NullMarked;
