/// `stowage doctor`: looks at a machine and at a cluster without changing either, and has what it saw judged.
@NullMarked
package dev.stowage.cli.doctor;

import org.jspecify.annotations.NullMarked;
