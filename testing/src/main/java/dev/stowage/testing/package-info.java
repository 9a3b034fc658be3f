/// What keeps a busy machine from failing the tests of any room: how long they wait for something that must happen,
/// which JUnit finds by itself and no test names, and ports that nobody else is given.
@NullMarked
package dev.stowage.testing;

import org.jspecify.annotations.NullMarked;
