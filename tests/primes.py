"""Six primes, for the contributions of three players: to find new ones would take a second."""

from __future__ import annotations

from typing import Final

_HALVES: Final = (
    "f87ff612924a5cd7444c044fb416aad97d32a82f24af1bee91b002ee1102c9f5",
    "7d32da7cf063a1049d88ae97dd8e5608730115443c7bc0fc64e24875797a05ab",
    "c0c5dc71359ad77b8fd18fe282f25d4678b84e7b706b002573d45ef478ebf581",
    "ec86511215c552fe4f0f7238b30020d2014fe3ba316e7ce656ab9c588e9e3377",
    "d420401c48145994d3eb6ec6c5e5217bba25215aafad25cbccb6d4877a6c890e",
    "539cc786d2455e96496f106908ebe08369086f3526e1b854e167a3329fe52c8b",
    "cfae8ab4320be372c466ae06afa842709559ee13769c7c101e77a66c989afa4c",
    "0af5be90ef9c81eb2027c2d10d4e3069c38d3fd644139aeb2f2ca4ba9e52d1eb",
    "dca4e91d4ffc59cf10b3b9af6d0ecad5f8fccd8ca46993b6e1027923558cdb83",
    "707144f153d322ecba6f542f54333737adfb00cf7b0062d818e98e3a0f472bf9",
    "d97cdfd7ad7422f31703e946cb2ec3707d12bc74fa305adfa5b22bb2ad07d322",
    "fe9f2e68545024663842ccc9dd39f6f70bd5799eda4c788fc4274b14fb5557eb",
)
PRIMES: Final = tuple(
    int(high + low, 16) for high, low in zip(_HALVES[::2], _HALVES[1::2], strict=True)
)
