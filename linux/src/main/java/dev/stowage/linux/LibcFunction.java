package dev.stowage.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One C function of libc. It takes `long`s and returns what the kernel does: the result, or the negated error
/// number.
///
/// Linked on first use, because linking all functions would slow down every start.
@SuppressWarnings("restricted")
public final class LibcFunction {

    static final MemoryLayout INT = ValueLayout.JAVA_INT;
    static final MemoryLayout LONG = ValueLayout.JAVA_LONG;

    /// An address is passed as an integer; both ABIs use the same register for it.
    static final MemoryLayout POINTER = ValueLayout.JAVA_LONG;

    private static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO_OFFSET = STATE.byteOffset(PathElement.groupElement("errno"));

    private final String name;
    private final FunctionDescriptor type;
    private final List<Linker.Option> options;
    private volatile @Nullable MethodHandle handle;

    private LibcFunction(String name, FunctionDescriptor type, List<Linker.Option> options) {
        this.name = name;
        this.type = type;
        this.options = options;
    }

    static LibcFunction of(String name, MemoryLayout result, MemoryLayout... parameters) {
        return new LibcFunction(name, FunctionDescriptor.of(result, parameters), List.of(CAPTURE_ERRNO));
    }

    /// For variadic C functions: `fixed` is the number of parameters before `...`.
    static LibcFunction variadic(String name, int fixed, MemoryLayout result, MemoryLayout... parameters) {
        List<Linker.Option> options = List.of(CAPTURE_ERRNO, Linker.Option.firstVariadicArg(fixed));
        return new LibcFunction(name, FunctionDescriptor.of(result, parameters), options);
    }

    private MethodHandle linked() {
        MethodHandle known = handle;
        if (known != null) {
            return known;
        }
        Linker linker = Linker.nativeLinker();
        MethodHandle raw = linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), type, options.toArray(Linker.Option[]::new));
        int parameters = type.argumentLayouts().size();
        List<Class<?>> types = new ArrayList<>(Collections.nCopies(parameters, long.class));
        types.addFirst(MemorySegment.class);
        MethodHandle longs = MethodHandles.explicitCastArguments(raw, MethodType.methodType(long.class, types));
        // Two threads may link at once; both handles are equivalent.
        MethodHandle made = longs.asSpreader(1, long[].class, parameters);
        handle = made;
        return made;
    }

    public long invoke(long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long result = (long) linked().invokeExact(state, arguments);
            return result == -1 ? -state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET) : result;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Cannot call " + name + ".", e);
        }
    }
}
