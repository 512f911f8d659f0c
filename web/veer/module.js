// The WebAssembly module: which one, from where, and what it asks of its host.

// One instruction of SIMD in a module of its own: engines without it refuse it.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether the engine has 128-bit SIMD. */
export function hasSimd() {
  return WebAssembly.validate(SIMD);
}

/** A number as C's %.*g writes it. */
function general(value, precision) {
  const digits = Math.max(precision, 1);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const trim = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent >= -4 && exponent < digits) return trim(value.toFixed(Math.max(0, digits - 1 - exponent)));
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${trim(mantissa)}e${exponent < 0 ? "-" : "+"}${size}`;
}

/** A number as C's %.*f (isFixed) or %.*g write it. */
export function digits(value, precision, isFixed) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (!isFixed) return general(value, precision);
  return Math.abs(value) < 1e21 ? value.toFixed(precision) : BigInt(value).toString();
}

/** The memory that a module wants to be given: one that workers share. */
function sharedMemory(module) {
  const isWanted = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
  return isWanted ? new WebAssembly.Memory({ initial: 256, maximum: 32768, shared: true }) : undefined;
}

/** Workers that help an instance with shared memory, each with a stack of its own there. Done when all are ready: who steps a world waits for them. */
async function startHelpers(module, { memory, malloc, web_set_helpers }, count) {
  const STACK = 2 ** 20;
  await Promise.all(Array.from({ length: count }, (_, i) => new Promise((resolve, reject) => {
    const stack = Math.floor((malloc(STACK) + STACK) / 16) * 16;
    const helper = new Worker(new URL("./helper.js", import.meta.url), { type: "module" });
    helper.onmessage = resolve;
    helper.onerror = ({ message }) => reject(new Error(`veer: a helper did not start: ${message}`));
    helper.postMessage({ module, memory, stack, index: i + 1 });
  })));
  web_set_helpers(count);
}

/**
 * An instance of the module.
 * @param {BufferSource | WebAssembly.Module | Response | Promise<Response>} source
 * @param {{ helpers?: number, memory?: WebAssembly.Memory }} options
 */
export async function instantiate(source, { helpers = 0, memory } = {}) {
  let exports;
  const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
  const host = {
    tan: Math.tan,
    asin: Math.asin,
    atan2: Math.atan2,
    number: (at, length) => Number(new TextDecoder().decode(bytes(at, length).slice())),
    digits: (value, precision, isFixed, out) => {
      const text = digits(value, precision, isFixed !== 0);
      bytes(out, text.length).set(new TextEncoder().encode(text));
      return text.length;
    },
  };
  const given = await source;
  let compiled = given;
  if (typeof Response !== "undefined" && given instanceof Response) {
    compiled = await WebAssembly.compile(await given.arrayBuffer());
  } else if (!(given instanceof WebAssembly.Module)) {
    compiled = await WebAssembly.compile(given);
  }
  const shared = memory ?? sharedMemory(compiled);
  const instance = await WebAssembly.instantiate(compiled, shared ? { host, env: { memory: shared } } : { host });
  exports = shared ? { ...instance.exports, memory: shared } : instance.exports;
  if (shared && helpers > 0) await startHelpers(compiled, exports, helpers);
  return exports;
}

/** The module that comes with the package, for this engine. */
export async function fetchModule(isScalar = !hasSimd()) {
  const url = isScalar
    ? new URL("./dist/veer-scalar.wasm", import.meta.url)
    : new URL("./dist/veer.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const files = "node:fs/promises"; // no bundler is to look for it
    return (await import(/* @vite-ignore */ files)).readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}
