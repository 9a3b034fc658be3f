/// The certificates with which movers know each other: the mover's side, and the signer.
@NullMarked
package dev.stowage.sidecar.mover.certificate;

import org.jspecify.annotations.NullMarked;
