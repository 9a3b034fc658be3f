package dev.stowage.cli.explain;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives tests a [Scene], or the [Stage] itself. The stage is set up for the first and torn down after the last.
public final class OnStage implements ParameterResolver, BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        assumeTrue("root".equals(System.getProperty("user.name")), "volumes are mounted, which needs root");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Scene.class || type == Stage.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Stage stage =
                context.getRoot().getStore(Namespace.GLOBAL).computeIfAbsent(Stage.class, _ -> open(), Stage.class);
        try {
            return parameter.getParameter().getType() == Stage.class ? stage : stage.scene();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Stage open() {
        try {
            return Stage.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
