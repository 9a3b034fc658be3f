/// Access by roles and their bindings.
@NullMarked
package dev.stowage.apiserver.auth.rbac;

import org.jspecify.annotations.NullMarked;
