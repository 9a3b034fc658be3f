/// Work by key: one worker per key, retries with growing pauses, lanes that do not starve each other.
@NullMarked
package dev.stowage.kube.workqueue;

import org.jspecify.annotations.NullMarked;
