/// What tests that mount need: a folder of their own, and nothing left of it afterwards.
@NullMarked
package dev.stowage.node.testing;

import org.jspecify.annotations.NullMarked;
