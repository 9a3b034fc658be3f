/// Requests to an API server: who we are, what is asked, how much at once, and what its refusals mean.
@NullMarked
package dev.stowage.kube.client;

import org.jspecify.annotations.NullMarked;
