/// Requests to an API server: who we are, what is asked, how much at once, and what its refusals mean.
@NullMarked
package dev.stowage.kube.api;

import org.jspecify.annotations.NullMarked;
