/// The rules of CSI on every backend, each as a process of its own.
@NullMarked
package dev.stowage.driver.conformance;

import org.jspecify.annotations.NullMarked;
