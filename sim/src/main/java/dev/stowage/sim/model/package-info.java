/// Simple models of the components around the controllers: users, scheduler, provisioner, attacher, kubelets.
@NullMarked
package dev.stowage.sim.model;

import org.jspecify.annotations.NullMarked;
