/// What volumes are filled with: snapshots and other volumes, looked up, checked, and kept from deletion meanwhile.
@NullMarked
package dev.stowage.sidecar.provisioner.datasource;

import org.jspecify.annotations.NullMarked;
