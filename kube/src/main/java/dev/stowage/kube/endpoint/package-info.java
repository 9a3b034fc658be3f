/// The pages that a process serves about itself: health, metrics, a recording of what it is doing.
@NullMarked
package dev.stowage.kube.endpoint;

import org.jspecify.annotations.NullMarked;
