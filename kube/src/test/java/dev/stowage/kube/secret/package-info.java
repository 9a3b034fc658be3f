@NullMarked
package dev.stowage.kube.secret;

import org.jspecify.annotations.NullMarked;
