// Prints the hashes of the golden worlds, as tests/golden/portable.c does. usage: node wasm.mjs golden.wasm
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = WebAssembly.Module.imports(module);
if (imports.length > 0) {
    throw new Error(`imports ${imports.map((i) => i.name)}`);
}
const veer = new WebAssembly.Instance(module).exports;

function text(at) {
    const bytes = new Uint8Array(veer.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

for (let i = 0; i < veer.veer_golden_count(); i++) {
    const hash = BigInt.asUintN(64, veer.veer_golden_hash(i));
    console.log(`${text(veer.veer_golden_name(i))} ${hash.toString(16).padStart(16, "0")}`);
}
