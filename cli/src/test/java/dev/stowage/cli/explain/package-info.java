/// Tests that reproduce problems on a complete cluster and check the explanations.
@NullMarked
package dev.stowage.cli.explain;

import org.jspecify.annotations.NullMarked;
