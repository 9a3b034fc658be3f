@NullMarked
package dev.stowage.kube.api;

import org.jspecify.annotations.NullMarked;
