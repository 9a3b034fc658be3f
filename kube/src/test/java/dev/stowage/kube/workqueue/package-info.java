@NullMarked
package dev.stowage.kube.workqueue;

import org.jspecify.annotations.NullMarked;
