// Makes the screenshots of docs/media: the playground and the game in a real browser. usage: shots.mjs FOLDER [NAME]...
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { linkOf, serve } from "../serve.mjs";

const [, , folder, ...names] = process.argv;
const server = await serve(new URL("./dist/", import.meta.url).pathname);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

/** A scene as it is after so many ticks. */
async function scene(page, name, tick, { agents = 0, seed = -1, query = "?theme=dark", text = "" } = {}) {
  await page.goto(`${server.url}${query}#${linkOf({ opening: { name, text, agents, seed, edits: [] }, tick, hash: "0".repeat(16) })}`);
  await page.waitForFunction(() => document.documentElement.dataset.replayed, undefined, { timeout: 240000 });
  await page.evaluate(() => { document.querySelector("#notice").style.display = "none"; });
}
const press = async (page, ...keys) => {
  await page.locator(".pane .lines").first().focus();
  for (const key of keys) await page.keyboard.press(key);
};
/** Plays on for so many ticks, that trails are seen. */
const run = async (page, ticks) => {
  const begin = await page.evaluate(() => document.querySelector("#time").valueAsNumber);
  await page.click("#play");
  await page.waitForFunction((least) => document.querySelector("#time").valueAsNumber >= least, begin + ticks, { timeout: 240000 });
  await page.click("#play");
};

const SHOTS = {
  "playground": async (page) => { await scene(page, "two-doors", 420); await run(page, 420); },
  "play-doors": async (page) => { await scene(page, "two-doors", 500); await run(page, 90); },
  "play-crossing": async (page) => { await scene(page, "crossing", 3000, { agents: 600, query: "?theme=light" }); await run(page, 200); },
  "play-circle": async (page) => { await scene(page, "circle", 4700); await run(page, 300); },
  "play-compare": async (page) => {
    await scene(page, "asteroid-field", 0);
    await page.click("#compare");
    await page.click("#compare");
    await page.waitForFunction(() => document.querySelectorAll(".pane").length === 3);
    await run(page, 900);
  },
  "play-warren": async (page) => { await scene(page, "warren", 1500); await press(page, "n"); await run(page, 60); },
  "play-squads": async (page) => { await scene(page, "squads", 900, { query: "?theme=light" }); await press(page, "q"); await run(page, 120); },
  "play-space": async (page) => { await scene(page, "sphere", 500); await run(page, 200); },
  "play-agent": async (page) => {
    await scene(page, "doorway", 500, { query: "?theme=light" });
    const box = await page.locator(".pane").boundingBox();
    await page.mouse.move(box.x + 0.47 * box.width, box.y + 0.5 * box.height);
    await page.mouse.wheel(0, -700);
    await run(page, 20);
    await page.evaluate(() => document.activeElement?.blur());
    for (let i = 0; i < 26; i++) await page.keyboard.press(".");
    await page.waitForTimeout(800);
  },
  "play-phone": async (page) => { await scene(page, "doorway", 500, { query: "?theme=light" }); await run(page, 60); await page.evaluate(() => document.activeElement?.blur()); for (let i = 0; i < 20; i++) await page.keyboard.press("."); await page.waitForTimeout(800); },
  "play-phone-panel": async (page) => { await scene(page, "two-doors", 420); await run(page, 240); await page.click("#fold"); await page.waitForTimeout(1500); },
  "play-gallery": async (page) => { await scene(page, "door", 10); await press(page, "s"); await page.waitForTimeout(12000); },
  "scouts-page": async (page) => {
    await page.goto(`${server.url}scouts.html?level=2`);
    await page.click("[data-ship='1']");
    await page.keyboard.press("p");
    await page.keyboard.down(" ");
    await page.waitForFunction(() => Number(document.documentElement.dataset.tick) > 500, undefined, { timeout: 240000 });
  },
};

for (const [name, take] of Object.entries(SHOTS)) {
  if (names.length && !names.includes(name)) continue;
  const isPhone = name.includes("phone");
  const page = await browser.newPage(isPhone ? { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true } : { viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.5 });
  await take(page);
  const picture = join(folder, `${name}.png`);
  await page.screenshot({ path: picture });
  execFileSync("ffmpeg", ["-loglevel", "error", "-y", "-i", picture, "-c:v", "libwebp", "-q:v", "82", join(folder, `${name}.webp`)]);
  rmSync(picture);
  await page.close();
  console.log(name);
}
await browser.close();
server.close();
