/// Authorization by roles and their bindings.
@NullMarked
package dev.stowage.apiserver.rbac;

import org.jspecify.annotations.NullMarked;
