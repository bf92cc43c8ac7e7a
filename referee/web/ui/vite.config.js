import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const OUTPUT = "../static";
const WORTH_COMPRESSING = /\.(html|js|css|svg|json)$/;
const TABLE = process.env.REFEREE_TABLE ?? "http://127.0.0.1:8080";

/** Compressed once here, so that a small computer need not do it for every visitor. */
function precompressed() {
  return {
    name: "precompressed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(OUTPUT, { recursive: true })) {
        if (!WORTH_COMPRESSING.test(name)) continue;
        const path = join(OUTPUT, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }));
      }
    },
  };
}

export default defineConfig({
  resolve: {
    // The scenes lie in the folders of their games, and take the parts of the page by this name.
    alias: { $page: resolve(import.meta.dirname, "src") },
    // From there no package could be found: they all come from here.
    dedupe: ["svelte"],
  },
  plugins: [svelte(), precompressed()],
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    // A strict content policy allows no inline script or picture.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 400,
  },
  server: {
    // The table answers only to its own address.
    proxy: {
      "/api": {
        target: TABLE,
        ws: true,
        changeOrigin: true,
        rewriteWsOrigin: true,
        headers: { origin: TABLE },
      },
    },
    fs: { allow: ["../.."] },
  },
});
