@NullMarked
package dev.stowage.kube.endpoint;

import org.jspecify.annotations.NullMarked;
