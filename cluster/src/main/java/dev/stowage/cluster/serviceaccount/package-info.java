/// What every namespace has for the pods in it: an account, and the means to know the server.
@NullMarked
package dev.stowage.cluster.serviceaccount;

import org.jspecify.annotations.NullMarked;
