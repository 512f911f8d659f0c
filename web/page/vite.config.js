import { defineConfig } from "vite";

// One static folder that runs from any place; the scenes are the repository's.
export default defineConfig({
  base: "./",
  server: { fs: { allow: ["../.."] } },
  optimizeDeps: { exclude: ["veer"] },
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false, modulePreload: { polyfill: false }, rollupOptions: { input: ["index.html", "scouts.html"] } },
});
