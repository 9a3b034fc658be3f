/// Objects as rows and columns, the way `kubectl get` shows them.
@NullMarked
package dev.stowage.apiserver.table;

import org.jspecify.annotations.NullMarked;
