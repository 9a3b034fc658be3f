/// The built-in types of Kubernetes, from tables of text.
@NullMarked
package dev.stowage.kubetypes;

import org.jspecify.annotations.NullMarked;
