/// The container runtime of `./stowage up --runtime cri`.
@NullMarked
package dev.stowage.cli.up.cri;

import org.jspecify.annotations.NullMarked;
