/// What the tests of this module have in common.
@NullMarked
package dev.stowage.kube;

import org.jspecify.annotations.NullMarked;
