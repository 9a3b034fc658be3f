/// The storage tests of Kubernetes itself, on a real cluster with our driver.
@NullMarked
package dev.stowage.interop.e2e;

import org.jspecify.annotations.NullMarked;
