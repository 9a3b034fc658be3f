@NullMarked
package dev.stowage.kube.model;

import org.jspecify.annotations.NullMarked;
