/**
 * A system call filter, as the kernel wants it, in which `prctl(PR_SET_NO_NEW_PRIVS)` answers EPERM: reports from Lambda say
 * that it does there. Everything else is allowed.
 */

// linux/bpf_common.h
const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const RETURN = 0x06;
// Where struct seccomp_data has what; only the lower half of an argument is looked at.
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

const AUDIT_ARCH_X86_64 = 0xc000003e;
const SYS_PRCTL = 157;
const PR_SET_NO_NEW_PRIVS = 38;
const SECCOMP_RET_ERRNO = 0x00050000;
const SECCOMP_RET_ALLOW = 0x7fff0000;
const EPERM = 1;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** A jump counts from the next instruction; those that lead away from the one refusal go to the last line. */
const program: readonly Instruction[] = [
  [LOAD_WORD, 0, 0, ARCHITECTURE],
  [JUMP_IF_EQUAL, 0, 5, AUDIT_ARCH_X86_64],
  [LOAD_WORD, 0, 0, NUMBER],
  [JUMP_IF_EQUAL, 0, 3, SYS_PRCTL],
  [LOAD_WORD, 0, 0, FIRST_ARGUMENT],
  [JUMP_IF_EQUAL, 0, 1, PR_SET_NO_NEW_PRIVS],
  [RETURN, 0, 0, SECCOMP_RET_ERRNO + EPERM],
  [RETURN, 0, 0, SECCOMP_RET_ALLOW],
];

/** struct sock_filter, one after the other. */
export const filter: Uint8Array = Buffer.concat(
  program.map(([code, ifTrue, ifFalse, value]) => {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt16LE(code, 0);
    bytes.writeUInt8(ifTrue, 2);
    bytes.writeUInt8(ifFalse, 3);
    bytes.writeUInt32LE(value, 4);
    return bytes;
  }),
);
