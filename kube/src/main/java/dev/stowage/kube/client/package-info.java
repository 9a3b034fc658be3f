/// The client of an API server: credentials, requests, limits and failures.
@NullMarked
package dev.stowage.kube.client;

import org.jspecify.annotations.NullMarked;
