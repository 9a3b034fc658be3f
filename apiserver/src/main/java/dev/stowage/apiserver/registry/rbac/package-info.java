/// Roles and role bindings.
@NullMarked
package dev.stowage.apiserver.registry.rbac;

import org.jspecify.annotations.NullMarked;
