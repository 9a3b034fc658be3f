/// HorizontalPodAutoscalers in both versions.
@NullMarked
package dev.stowage.apiserver.registry.autoscaling;

import org.jspecify.annotations.NullMarked;
