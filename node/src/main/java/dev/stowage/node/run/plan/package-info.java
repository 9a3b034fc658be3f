/// Containers in the words of a runtime: what their pods say, with every reference looked up.
@NullMarked
package dev.stowage.node.run.plan;

import org.jspecify.annotations.NullMarked;
