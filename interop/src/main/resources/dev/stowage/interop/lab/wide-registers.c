/*
 * Loaded into the kernel of a guest (LD_PRELOAD) on a processor whose registers take more space than that kernel knows of, as with
 * AMX. It restores the registers of its processes with ptrace, and the host refuses a buffer that is not as long as its own. This
 * adds what is missing, as it is in the process. Built without headers and libraries: the program that loads it has the C library.
 */
enum { PEEK_FIRST = 1, PEEK_LAST = 3, GET_REGISTERS = 0x4204, SET_REGISTERS = 0x4205, XSTATE = 0x202, SYS_PTRACE = 101 };

struct buffer {
    char *bytes;
    unsigned long length;
};

long syscall(long number, ...);

static char whole[65536] __attribute__((aligned(64)));

static long restore(long pid, const struct buffer *known) {
    struct buffer all = {whole, sizeof whole};
    if (syscall(SYS_PTRACE, GET_REGISTERS, pid, XSTATE, &all) == 0 && all.length > known->length) {
        for (unsigned long i = 0; i < known->length; i++) {
            whole[i] = known->bytes[i];
        }
        return syscall(SYS_PTRACE, SET_REGISTERS, pid, XSTATE, &all);
    }
    return syscall(SYS_PTRACE, SET_REGISTERS, pid, XSTATE, known);
}

long ptrace(long request, long pid, long address, void *data) {
    if (request == SET_REGISTERS && address == XSTATE) {
        return restore(pid, data);
    }
    if (request >= PEEK_FIRST && request <= PEEK_LAST) {
        long word; /* The C library returns what the kernel stores. */
        long status = syscall(SYS_PTRACE, request, pid, address, &word);
        return status < 0 ? status : word;
    }
    return syscall(SYS_PTRACE, request, pid, address, data);
}
