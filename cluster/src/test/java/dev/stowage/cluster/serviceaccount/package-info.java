@NullMarked
package dev.stowage.cluster.serviceaccount;

import org.jspecify.annotations.NullMarked;
