package dev.stowage.csi;

import io.netty.util.internal.logging.InternalLogLevel;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.Slf4JLoggerFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// Suppresses two messages of Netty, regardless of log levels:
///
/// - "Unknown channel option", once per connection: gRPC requests TCP keep-alive, which Unix sockets do not have;
/// - the dump of every HTTP/2 frame at DEBUG, because the requests in it contain secrets.
///
/// All other messages of Netty are passed on.
final class NettyLogFilter extends InternalLoggerFactory {

    private NettyLogFilter() {}

    /// Must run before the first use of Netty, because its classes get their loggers only once.
    static void install() {
        InternalLoggerFactory.setDefaultFactory(new NettyLogFilter());
    }

    @Override
    protected InternalLogger newInstance(String name) {
        InternalLogger logger = ((Slf4JLoggerFactory) Slf4JLoggerFactory.INSTANCE).newInstance(name);
        if (name.startsWith("io.netty.bootstrap.")) {
            return without(NettyLogFilter::isKeepAlive, logger);
        }
        return name.startsWith("io.grpc.netty.") ? without(NettyLogFilter::isDetail, logger) : logger;
    }

    private static boolean isKeepAlive(Method method, @Nullable Object first) {
        return method.getName().equals("warn")
                && first instanceof String text
                && text.startsWith("Unknown channel option");
    }

    private static boolean isDetail(Method method, @Nullable Object first) {
        return switch (method.getName()) {
            case "isDebugEnabled", "isTraceEnabled", "debug", "trace" -> true;
            case "isEnabled", "log" -> first == InternalLogLevel.DEBUG || first == InternalLogLevel.TRACE;
            default -> false;
        };
    }

    private static InternalLogger without(BiPredicate<Method, @Nullable Object> unwanted, InternalLogger logger) {
        return (InternalLogger) Proxy.newProxyInstance(
                InternalLogger.class.getClassLoader(),
                new Class<?>[] {InternalLogger.class},
                (_, method, arguments) -> {
                    Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
                    if (unwanted.test(method, first)) {
                        return method.getReturnType() == boolean.class ? false : null;
                    }
                    return invoke(method, logger, arguments);
                });
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
