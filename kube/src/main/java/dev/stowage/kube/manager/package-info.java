/// The frame of a process: common flags, shared clients and informers, leader election, life cycle.
@NullMarked
package dev.stowage.kube.manager;

import org.jspecify.annotations.NullMarked;
