// Serves a folder on this machine, and says where. usage: serve.mjs FOLDER [SCENARIO.json]
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join, normalize } from "node:path";
import { deflateRawSync } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** What a server says of a page whose workers are to share memory. */
export const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/** Serves a folder. @returns {Promise<{ url: string, close: () => void }>} */
export function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { ...ISOLATED, "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ url: `http://localhost:${server.address().port}/`, close: () => server.close() }));
  });
}

/** The part of a link behind the #, as src/link.ts reads it. */
export function linkOf(shared) {
  return `=${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const [, , folder, scenario] = process.argv, { url } = await serve(folder);
  const opening = scenario && { name: basename(scenario), text: readFileSync(scenario, "utf8"), agents: 0, seed: -1, edits: [] };
  console.log(opening ? `${url}#${linkOf({ opening, tick: 0 })}` : url);
}
