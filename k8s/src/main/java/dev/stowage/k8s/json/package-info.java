/// Reading and writing JSON.
@NullMarked
package dev.stowage.k8s.json;

import org.jspecify.annotations.NullMarked;
