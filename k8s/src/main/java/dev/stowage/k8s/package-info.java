/// What Kubernetes itself defines and every module may use: quantities, selectors, well-known names.
@NullMarked
package dev.stowage.k8s;

import org.jspecify.annotations.NullMarked;
