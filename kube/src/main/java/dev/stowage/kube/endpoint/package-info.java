/// The pages that a process serves about itself: health, metrics, flight recordings.
@NullMarked
package dev.stowage.kube.endpoint;

import org.jspecify.annotations.NullMarked;
