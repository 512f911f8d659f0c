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

/**
 * An instance of the module.
 * @param {BufferSource | WebAssembly.Module | Response | Promise<Response>} source
 */
export async function instantiate(source) {
  let exports;
  const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
  const host = {
    tan: Math.tan,
    asin: Math.asin,
    atan2: Math.atan2,
    number: (at, length) => Number(new TextDecoder().decode(bytes(at, length))),
    digits: (value, precision, isFixed, out) => {
      const text = digits(value, precision, isFixed !== 0);
      return new TextEncoder().encodeInto(text, bytes(out, 350)).written;
    },
  };
  const given = await source;
  let compiled = given;
  if (typeof Response !== "undefined" && given instanceof Response) {
    compiled = await WebAssembly.compile(await given.arrayBuffer());
  } else if (!(given instanceof WebAssembly.Module)) {
    compiled = await WebAssembly.compile(given);
  }
  const instance = await WebAssembly.instantiate(compiled, { host });
  exports = instance.exports;
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
