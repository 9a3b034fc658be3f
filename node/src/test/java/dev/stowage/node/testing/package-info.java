/// Fixtures of tests that mount: a directory that is unmounted and deleted afterwards.
@NullMarked
package dev.stowage.node.testing;

import org.jspecify.annotations.NullMarked;
