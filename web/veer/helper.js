// A worker that helps to step worlds: an instance of the module over the same memory.
import { instantiate } from "./module.js";

self.onmessage = async ({ data: { module, memory, stack, index } }) => {
  const wasm = await instantiate(module, { memory });
  wasm.__stack_pointer.value = stack;
  self.postMessage("ready");
  wasm.web_help(index);
};
