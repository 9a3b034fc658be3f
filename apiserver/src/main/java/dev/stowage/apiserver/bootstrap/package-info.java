/// What a cluster starts with: namespaces, roles and their bindings, and a few objects that clients look for.
@NullMarked
package dev.stowage.apiserver.bootstrap;

import org.jspecify.annotations.NullMarked;
