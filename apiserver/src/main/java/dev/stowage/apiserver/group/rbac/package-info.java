/// Roles and who has them.
@NullMarked
package dev.stowage.apiserver.group.rbac;

import org.jspecify.annotations.NullMarked;
