/// Roles and who has them.
@NullMarked
package dev.stowage.apiserver.registry.rbac;

import org.jspecify.annotations.NullMarked;
