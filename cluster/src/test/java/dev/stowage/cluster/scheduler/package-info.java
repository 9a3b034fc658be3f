@org.jspecify.annotations.NullMarked
package dev.stowage.cluster.scheduler;
