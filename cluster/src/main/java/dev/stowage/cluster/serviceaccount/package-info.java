/// What every namespace has for its pods: a service account, and the CA certificates of the server.
@NullMarked
package dev.stowage.cluster.serviceaccount;

import org.jspecify.annotations.NullMarked;
