/// Answers that say no, in the form and the words that Kubernetes clients know.
@NullMarked
package dev.stowage.apiserver.errors;

import org.jspecify.annotations.NullMarked;
