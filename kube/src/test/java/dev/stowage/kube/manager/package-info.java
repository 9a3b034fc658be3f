/// The frame of a process: common flags, shared resources, leader election, shutdown.
@NullMarked
package dev.stowage.kube.manager;

import org.jspecify.annotations.NullMarked;
