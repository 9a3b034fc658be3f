/// A second kernel for tests: User Mode Linux, which has what the kernel of this machine may lack.
@NullMarked
package dev.stowage.interop.lab;

import org.jspecify.annotations.NullMarked;
