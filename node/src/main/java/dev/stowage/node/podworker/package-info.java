/// Pods: from what the API says to containers that run, and back to what they tell of themselves.
@NullMarked
package dev.stowage.node.podworker;

import org.jspecify.annotations.NullMarked;
