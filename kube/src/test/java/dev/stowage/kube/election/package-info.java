@NullMarked
package dev.stowage.kube.election;

import org.jspecify.annotations.NullMarked;
