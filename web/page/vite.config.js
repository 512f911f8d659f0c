import { defineConfig } from "vite";

// One static folder that runs from any place; the scenes are the repository's.
export default defineConfig({
  base: "./",
  server: { fs: { allow: ["../.."] } },
  optimizeDeps: { exclude: ["veer"] },
  worker: { format: "es" },
  // Terser makes scripts 3% smaller than what Vite has of its own.
  build: { target: "es2022", minify: "terser", terserOptions: { ecma: 2020, module: true, compress: { passes: 4 } }, assetsInlineLimit: 0, reportCompressedSize: false, modulePreload: { polyfill: false }, rollupOptions: { input: ["index.html", "scouts.html"] } },
});
