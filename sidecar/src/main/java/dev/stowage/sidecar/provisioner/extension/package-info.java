/// What the provisioner leaves to others: where a volume goes, what it is filled with, whose it is, and who hears of
/// it.
@NullMarked
package dev.stowage.sidecar.provisioner.extension;

import org.jspecify.annotations.NullMarked;
