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

/// One C function of libc, called with `long`s and answering as the kernel does: the result, or minus the error
/// number.
///
/// A record, because the JIT trusts a record's fields and so inlines the handle of a `static final` call.
@SuppressWarnings("restricted")
record Call(String name, MethodHandle handle) {

    static final MemoryLayout INT = ValueLayout.JAVA_INT;
    static final MemoryLayout LONG = ValueLayout.JAVA_LONG;

    /// An address travels as the integer it is; both ABIs pass it in the same register.
    static final MemoryLayout POINTER = ValueLayout.JAVA_LONG;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO_OFFSET = STATE.byteOffset(PathElement.groupElement("errno"));

    static Call of(String name, MemoryLayout result, MemoryLayout... parameters) {
        return link(name, result, List.of(parameters));
    }

    /// For C functions with `...`: `fixed` says how many parameters stand before it.
    static Call variadic(String name, int fixed, MemoryLayout result, MemoryLayout... parameters) {
        return link(name, result, List.of(parameters), Linker.Option.firstVariadicArg(fixed));
    }

    private static Call link(String name, MemoryLayout result, List<MemoryLayout> parameters, Linker.Option... more) {
        Linker linker = Linker.nativeLinker();
        List<Linker.Option> options = new ArrayList<>(List.of(more));
        options.add(Linker.Option.captureCallState("errno"));
        MethodHandle raw = linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(result, parameters.toArray(MemoryLayout[]::new)),
                options.toArray(Linker.Option[]::new));
        List<Class<?>> types = new ArrayList<>(Collections.nCopies(parameters.size(), long.class));
        types.addFirst(MemorySegment.class);
        MethodHandle longs = MethodHandles.explicitCastArguments(raw, MethodType.methodType(long.class, types));
        return new Call(name, longs.asSpreader(1, long[].class, parameters.size()));
    }

    long invoke(long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long result = (long) handle.invokeExact(state, arguments);
            return result == -1 ? -state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET) : result;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("The call of " + name + " could not be made.", e);
        }
    }
}
