/// Our drivers as processes, for suites that judge them.
@NullMarked
package dev.stowage.interop.driver;

import org.jspecify.annotations.NullMarked;
