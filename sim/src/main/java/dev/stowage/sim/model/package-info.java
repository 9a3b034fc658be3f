/// Those that the controllers deal with, as simply as they can be: users, scheduler, provisioner, attacher, kubelets.
@NullMarked
package dev.stowage.sim.model;

import org.jspecify.annotations.NullMarked;
