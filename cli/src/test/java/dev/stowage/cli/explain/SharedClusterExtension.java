package dev.stowage.cli.explain;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Injects an [ExplainScenario] or the [SharedCluster] itself into tests. The cluster is started for the first
/// test and stopped after the last.
public final class SharedClusterExtension implements ParameterResolver, BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        assumeTrue("root".equals(System.getProperty("user.name")), "volumes are mounted, which needs root");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == ExplainScenario.class || type == SharedCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        SharedCluster sharedCluster = context.getRoot()
                .getStore(Namespace.GLOBAL)
                .computeIfAbsent(SharedCluster.class, _ -> open(), SharedCluster.class);
        try {
            return parameter.getParameter().getType() == SharedCluster.class
                    ? sharedCluster
                    : sharedCluster.explainScenario();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static SharedCluster open() {
        try {
            return SharedCluster.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
