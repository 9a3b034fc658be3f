/// Autoscalers, in both versions.
@NullMarked
package dev.stowage.apiserver.group.autoscaling;

import org.jspecify.annotations.NullMarked;
