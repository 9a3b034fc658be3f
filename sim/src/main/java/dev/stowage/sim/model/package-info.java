/// Simple models of what the controllers work with: users, scheduler, provisioner, attacher, kubelets.
@NullMarked
package dev.stowage.sim.model;

import org.jspecify.annotations.NullMarked;
