package dev.stowage.csi;

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.Slf4JLoggerFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// Keeps one warning of Netty's out of the log. gRPC asks every connection for TCP keep-alive; a Unix socket has none,
/// and Netty says "Unknown channel option" for each. Whatever else Netty's bootstrap has to say is let through.
final class QuietNetty extends InternalLoggerFactory {

    private QuietNetty() {}

    /// Has to come before the first use of Netty, whose classes fetch their loggers once.
    static void install() {
        InternalLoggerFactory.setDefaultFactory(new QuietNetty());
    }

    @Override
    protected InternalLogger newInstance(String name) {
        InternalLogger logger = ((Slf4JLoggerFactory) Slf4JLoggerFactory.INSTANCE).newInstance(name);
        return name.startsWith("io.netty.bootstrap.") ? withoutKeepAlive(logger) : logger;
    }

    private static InternalLogger withoutKeepAlive(InternalLogger logger) {
        return (InternalLogger) Proxy.newProxyInstance(
                InternalLogger.class.getClassLoader(),
                new Class<?>[] {InternalLogger.class},
                (_, method, arguments) -> isKeepAlive(method, arguments) ? null : invoke(method, logger, arguments));
    }

    private static boolean isKeepAlive(Method method, Object @Nullable [] arguments) {
        return method.getName().equals("warn")
                && arguments != null
                && arguments[0] instanceof String text
                && text.startsWith("Unknown channel option");
    }

    private static @Nullable Object invoke(Method method, InternalLogger logger, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(logger, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
