/// Fixtures of this module's tests.
@NullMarked
package dev.stowage.kube;

import org.jspecify.annotations.NullMarked;
