"""Kernels as machine code: numba makes it, and LLVM's loader, without numba, gets it ready to run.

To import numba and to have its registries read takes most of a second, and a kernel that was
compiled before needs none of it. So an object file is made for each kernel, with one entry: a
function in C's convention of two pointers, to the arguments and to the result. An argument is eight
bytes: a number, or the address of a numpy array, of which the entry reads where its numbers lie and
how many they are. Memory for the arrays that a kernel makes comes from `malloc`, not from numba.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

ALIGNMENT: Final = 64
"""Of arrays that a kernel makes."""
MEMORY: Final = ("NRT_MemInfo_alloc_aligned", "NRT_MemInfo_alloc_safe_aligned")
RELEASE: Final = "NRT_MemInfo_call_dtor"
HEADER: Final = 48
"""Bytes before an array: its owners, destructor and its data, address, size, and allocator."""
FROM_C: Final = frozenset({"malloc", "free", "memset", "memcpy", "memmove"})
"""What the machine code may call."""
OBJECT_HEADER: Final = object.__basicsize__
"""There an array of numpy has its address, the number of its axes, and where their sizes are."""

Entry = Callable[[bytes, Any], int]


class MachineCode(NamedTuple):
    entry: str
    """Its name in the object file."""
    returns: str
    """The type of the result, as numba calls it."""
    code: bytes


def prepared(dispatcher: Any, signature: str) -> Any:
    """A dispatcher of numba's whose functions are made for other kernels, and not for Python.

    One with a signature is compiled for it and nothing else: what calls it converts its numbers.
    """
    old = dispatcher._compiler
    dispatcher._compiler = _compiler_class()(
        old.py_func, old.targetdescr, old.targetoptions, old.locals, old.pipeline_class
    )
    dispatcher._insert = lambda *_: None
    if signature:
        compile_now = dispatcher.compile

        def compile_once(_: object) -> None:
            if dispatcher._can_compile:
                compile_now(signature)
                dispatcher.disable_compile()

        dispatcher.compile = compile_once
    return dispatcher


@cache
def _compiler_class() -> Any:
    numba_dispatcher: Any = importlib.import_module("numba.core.dispatcher")

    class Compiler(numba_dispatcher._FunctionCompiler):  # type: ignore[misc]
        def _customize_flags(self, flags: Any) -> Any:
            flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
            return flags

        def _compile_core(self, types: Any, returned: Any) -> Any:
            made = super()._compile_core(types, returned)
            # Kernels that call it look it up by this.
            key = object()
            made.target_context.insert_user_function(key, made.fndesc, [made.library])
            return made._replace(entry_point=key)

    return Compiler


def machine_code(dispatcher: Any, types: Sequence[Any], name: str) -> MachineCode:
    """The kernel for arguments of these types of numba's, with an entry of this name."""
    lock = importlib.import_module("numba.core.compiler_lock").global_compiler_lock
    with lock, _only_what_is_kept():
        return _machine_code(dispatcher, types, name)


@contextlib.contextmanager
def _only_what_is_kept() -> Iterator[None]:
    """Leave out what takes a tenth of the compiler's time each, and is of no use here.

    Numba asks of each index whether it counts from the end; in kernels none does. It makes every
    function ready to run, where nothing but the object file of the whole kernel will. And it looks
    up what it has compiled by all its options, whose hash and whose equality it computes from the
    values of all of them, defaults included, a hundred thousand times. LLVM's first level of
    optimization has all that makes these kernels fast; `NUMBA_OPT` chooses another.
    """
    importlib.import_module("numba.core.registry").cpu_target.target_context.refresh()
    slicing: Any = importlib.import_module("numba.cpython.slicing")
    library: Any = importlib.import_module("numba.core.codegen").JITCodeLibrary
    options: Any = importlib.import_module("numba.core.targetconfig").TargetConfig
    config: Any = importlib.import_module("numba.core.config")
    level = config.OPT if "NUMBA_OPT" in os.environ else type(config.OPT)(1)
    equal = options.__eq__

    def same(one: Any, other: Any) -> Any:
        alike = type(one) is type(other) and one._values == other._values
        return alike or equal(one, other)

    patched = {
        (slicing, "fix_index"): lambda _, index, __: index,
        (library, "_finalize_specific"): lambda _: None,
        (config, "OPT"): level,
        (options, "__eq__"): same,
        (options, "__hash__"): lambda one: hash(len(one.options)),
    }
    before = {(place, name): getattr(place, name) for place, name in patched}
    try:
        for (place, name), value in patched.items():
            setattr(place, name, value)
        yield
    finally:
        for (place, name), value in before.items():
            setattr(place, name, value)


def _machine_code(dispatcher: Any, types: Sequence[Any], name: str) -> MachineCode:
    dispatcher.compile(tuple(types))
    made = dispatcher.overloads[tuple(types)]
    module = _entry(made, name)
    library = made.library
    if library._finalized:  # another kernel calls it
        library = library.codegen.create_library(name)
        library.add_linking_library(made.library)
    library.add_ir_module(module)
    library.finalize()
    final = library._final_module.clone()
    unknown = [
        each.name
        for each in final.functions
        if each.is_declaration and not each.name.startswith("llvm.") and each.name not in FROM_C
    ]
    if unknown:
        raise TypeError(f"{dispatcher.py_func.__name__} calls {', '.join(unknown)}")
    # Nothing but the entry is seen from outside, where numba has others by the same names.
    for each in (*final.functions, *final.global_variables):
        if not each.is_declaration and each.name != name:
            each.linkage = "internal"
    returns = str(made.signature.return_type)
    return MachineCode(name, returns, library.codegen._tm.emit_object(final))


def _entry(made: Any, name: str) -> Any:
    """A module with the entry, and with what the kernel needs for its arrays."""
    ir = importlib.import_module("llvmlite.ir")
    context, signature = made.target_context, made.signature
    module = context.create_module(name)
    word, status = ir.IntType(64), ir.IntType(32)
    entry = ir.Function(module, ir.FunctionType(status, [word.as_pointer()] * 2), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    slots, result = entry.args
    callee = ir.Function(
        module,
        context.call_conv.get_function_type(made.fndesc.restype, made.fndesc.argtypes),
        made.fndesc.llvm_func_name,
    )
    reader = _Reader(context, builder, slots)
    arguments = [reader.read(each) for each in made.fndesc.argtypes]
    ended, value = context.call_conv.call_function(
        builder, callee, made.fndesc.restype, made.fndesc.argtypes, arguments
    )
    returned = str(signature.return_type)
    if returned != "none":
        kind = value.type
        if isinstance(kind, ir.IntType) and kind.width < word.width:
            signed = getattr(signature.return_type, "signed", False)
            value = (builder.sext if signed else builder.zext)(value, word)
        builder.store(value, builder.bitcast(result, value.type.as_pointer()))
    builder.ret(ended.code)
    _add_memory(module, ir)
    return module


class _Reader:
    """Arguments from their slots, one after the other."""

    def __init__(self, context: Any, builder: Any, slots: Any) -> None:
        self.context, self.builder, self.slots, self.taken = context, builder, slots, 0
        self.types = importlib.import_module("numba.core.types")
        self.ir = importlib.import_module("llvmlite.ir")

    def read(self, kind: Any) -> Any:
        if isinstance(kind, self.types.BaseTuple):
            values = [self.read(each) for each in kind]
            return self.context.make_tuple(self.builder, kind, values)
        if isinstance(kind, self.types.Array):
            return self._array(kind)
        if kind == self.types.none:
            return self.context.get_dummy_value()
        value = self._slot()
        wanted = self.context.get_value_type(kind)
        if isinstance(wanted, self.ir.DoubleType):
            return self.builder.bitcast(value, wanted)
        return value if wanted == value.type else self.builder.trunc(value, wanted)

    def _slot(self) -> Any:
        at = self.builder.gep(self.slots, [self.ir.IntType(32)(self.taken)])
        self.taken += 1
        return self.builder.load(at)

    def _array(self, kind: Any) -> Any:
        """Where its numbers lie, and its dimensions, from the array itself; rows lie in a row."""
        word, builder = self.ir.IntType(64), self.builder
        fields = builder.inttoptr(builder.add(self._slot(), word(OBJECT_HEADER)), word.as_pointer())

        def field(start: Any, number: int) -> Any:
            return builder.load(builder.gep(start, [self.ir.IntType(32)(number)]))

        sizes = builder.inttoptr(field(fields, 2), word.as_pointer())
        shape = [field(sizes, axis) for axis in range(kind.ndim)]
        array = self.context.make_array(kind)(self.context, builder)
        item = self.context.get_abi_sizeof(self.context.get_data_type(kind.dtype))
        strides, step = [word(item)], word(item)
        for size in reversed(shape[1:]):
            step = builder.mul(step, size)
            strides.insert(0, step)
        importlib.import_module("numba.np.arrayobj").populate_array(
            array,
            data=builder.inttoptr(field(fields, 0), array.data.type),
            shape=shape,
            strides=strides,
            itemsize=item,
            meminfo=None,
        )
        return array._getvalue()


def _add_memory(module: Any, ir: Any) -> None:
    """What numba calls where an array is made and given up, by `malloc` and `free`."""
    byte, word = ir.IntType(8), ir.IntType(64)
    address = byte.as_pointer()
    malloc = ir.Function(module, ir.FunctionType(address, [word]), "malloc")
    free = ir.Function(module, ir.FunctionType(ir.VoidType(), [address]), "free")
    for name in MEMORY:
        made = ir.Function(module, ir.FunctionType(address, [word, ir.IntType(32)]), name)
        made.linkage = "weak_odr"
        builder = ir.IRBuilder(made.append_basic_block())
        size = made.args[0]
        block = builder.call(malloc, [builder.add(size, word(HEADER + ALIGNMENT))])
        with builder.if_then(builder.icmp_unsigned("==", block, address(None))):
            builder.ret(address(None))
        start = builder.add(builder.ptrtoint(block, word), word(HEADER + ALIGNMENT - 1))
        data = builder.and_(start, word(-ALIGNMENT))
        header = builder.bitcast(block, word.as_pointer())
        for number, value in enumerate((word(1), word(0), word(0), data, size, word(0))):
            builder.store(value, builder.gep(header, [ir.IntType(32)(number)]))
        builder.ret(block)
    made = ir.Function(module, ir.FunctionType(ir.VoidType(), [address]), RELEASE)
    made.linkage = "weak_odr"
    builder = ir.IRBuilder(made.append_basic_block())
    builder.call(free, made.args)
    builder.ret_void()


def loaded(made: MachineCode) -> Entry:
    """Ready to be called with the arguments and the place of the result, without the GIL."""
    binding, engine = _llvm(), _engine()
    engine.add_object_file(binding.ObjectFileRef.from_data(made.code))
    engine.finalize_object()
    address = engine.get_function_address(made.entry)
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_char_p, ctypes.c_void_p)
    return kind(address)


@cache
def processor() -> str:
    """What the machine code was made for."""
    binding = _llvm()
    features = binding.get_host_cpu_features().flatten()
    return f"{binding.get_process_triple()} {binding.get_host_cpu_name()} {features}"


@cache
def _llvm() -> Any:
    binding = importlib.import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


@cache
def _engine() -> Any:
    binding = _llvm()
    target = binding.Target.from_triple(binding.get_process_triple())
    return binding.create_mcjit_compiler(
        binding.parse_assembly(""), target.create_target_machine(jit=True)
    )
