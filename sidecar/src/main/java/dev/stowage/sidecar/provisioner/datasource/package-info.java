/// Data sources of volumes: snapshots and other volumes, validated and protected from deletion while in use.
@NullMarked
package dev.stowage.sidecar.provisioner.datasource;

import org.jspecify.annotations.NullMarked;
