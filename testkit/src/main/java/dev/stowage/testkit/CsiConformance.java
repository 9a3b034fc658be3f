package dev.stowage.testkit;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Checks a driver against the rules of CSI 1.13, call by call: one after another, with every call sent twice,
/// and by sixteen clients at once. Each rule is its own test; what the driver does not declare must be answered
/// UNIMPLEMENTED, and what does not apply is reported as skipped, with the reason.
///
/// ```java
/// final class HelloConformanceTest extends CsiConformance {
///     @Override
///     protected DriverUnderTest driver() throws Exception {
///         return DriverUnderTest.at(startedOn()).directory(scratch).local();
///     }
/// }
/// ```
///
/// The driver is started by the author, in `driver()` or before it, and stopped in a method with `@AfterEach`.
@Execution(ExecutionMode.SAME_THREAD)
public abstract class CsiConformance {

    /// The driver to check; called once.
    protected abstract DriverUnderTest driver() throws Exception;

    /// The tests, for JUnit.
    @TestFactory
    final Stream<DynamicNode> conformance() throws Exception {
        ConformanceSuite suite = new ConformanceSuite(driver());
        return suite.tests().onClose(suite::close);
    }
}
