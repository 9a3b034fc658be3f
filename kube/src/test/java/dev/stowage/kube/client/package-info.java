@NullMarked
package dev.stowage.kube.client;

import org.jspecify.annotations.NullMarked;
