// The playground in a real browser: every scene, every control, links, and what goes wrong.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { gzipSync, inflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { load, Order } from "veer";
import { ISOLATED, linkOf, serve } from "../../serve.mjs";

const DIST = new URL("../dist/", import.meta.url).pathname;
const NATIVE = process.env.VEER_GOLDEN ?? new URL("../../../build/release/tests/golden", import.meta.url).pathname;
const TICKS = 20; // of each scene by a link; by the page's thread alone, which draws nothing:
const MORE_TICKS = 600;
const ALIASES = { e4: "galaxy", "e4-3d": "galaxy-3d", e9: "e8", "asteroid-tour-3d": "e19-3d" };
let browser, server, page;
const faults = []; // of all pages

async function open(mark = "", size = { width: 900, height: 640 }, query = "") {
  const made = await browser.newPage({ viewport: size, reducedMotion: "reduce" });
  made.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  made.on("pageerror", (error) => faults.push(error.message));
  await made.goto(`${server.url}${query}#${mark}`);
  await made.waitForFunction(() => performance.getEntriesByName("first-frame").length > 0);
  return made;
}

before(async () => {
  server = await serve(DIST);
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  page = await open("crossing");
});
after(async () => {
  await browser?.close();
  server?.close();
});

const tick = () => page.evaluate(() => document.querySelector("#time").valueAsNumber);
const tally = () => page.textContent(".tally");
const until = (check, ...given) => page.waitForFunction(check, given, { timeout: 30000 });
const isPast = (least) => until(([value]) => document.querySelector("#time").valueAsNumber > value, least);
const replayed = async (on = page) => {
  await on.waitForFunction(() => document.documentElement.dataset.replayed, undefined, { timeout: 40000 });
  return on.evaluate(() => document.documentElement.dataset.replayed);
};
const follow = (mark, on = page) => on.evaluate((to) => {
  delete document.documentElement.dataset.replayed;
  if (location.hash === `#${to}`) window.dispatchEvent(new Event("hashchange"));
  location.hash = to;
}, mark);

/** A link to a world of one agent that stands in the middle. */
const one = (radius = 0.5) => linkOf({ opening: { name: "one", agents: 0, seed: -1, edits: [], text: JSON.stringify({ world: { viewport: [[-5, -5], [5, 5]] },
  groups: [{ count: 1, radius, place: { kind: "points", points: [[0, 0]] } }] }) }, tick: 0 });

/** Makes a link of what there is. @returns what it holds */
const share = async () => {
  const before = await page.evaluate(() => location.hash);
  await page.click("#share");
  await until(([old]) => location.hash.startsWith("#=") && location.hash !== old, before);
  return page.evaluate(() => location.hash.slice(1));
};

test("is small: what a visitor loads is at most 400 kB compressed", () => {
  const files = ["index.html", ...readdirSync(`${DIST}assets`).map((name) => `assets/${name}`)].filter((name) => !/scalar|threads|helper|scouts/.test(name));
  const sizes = files.map((name) => gzipSync(readFileSync(DIST + name), { level: 9 }).length);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  console.log(`figures: ${Math.round(size / 1000)} kB compressed`);
  assert.ok(size <= 400_000, `${size} bytes`);
});

/** Of every scene its name, how many agents, and the hash that the native library comes to. */
function nativeRows(ticks) {
  const rows = execFileSync(NATIVE, ["1", String(ticks)], { encoding: "utf8" }).trim().split("\n").map((row) => row.split(" "));
  assert.ok(rows.length > 50);
  return rows;
}

test("every scene is played to the hash of the native library, also by workers with one memory", async () => {
  const rows = nativeRows(TICKS);
  const wrong = [];
  const shared = await open("crossing", undefined, "?helpers=1");
  assert.equal(await shared.evaluate(() => crossOriginIsolated), true);
  const play = async (name, agents, hash, on) => {
    await follow(linkOf({ opening: { name: ALIASES[name] ?? name, text: "", agents: Number(agents), seed: -1, edits: [] }, tick: TICKS, hash }), on);
    const said = await replayed(on).catch(() => "never");
    if (said !== "true") wrong.push(`${name}: ${said}`);
  };
  for (const row of rows) await play(...row, page);
  for (const row of rows.filter(([name]) => ["crossing", "maze", "city", "squads", "school"].includes(name))) await play(...row, shared);
  assert.deepEqual(wrong, []);
  await shared.close();
});

test(`every scene has the hash of the native library after ${MORE_TICKS} ticks, in the thread that the page gives to worlds`, async () => {
  const rows = nativeRows(MORE_TICKS).map(([name, ...rest]) => [name, ...rest, readFileSync(new URL(`../../../scenarios/${ALIASES[name] ?? name}.json`, import.meta.url), "utf8")]);
  const [script, module] = [/^worker/, /^veer-(?!scalar|threads)/].map((pattern) => `assets/${readdirSync(`${DIST}assets`).find((name) => pattern.test(name))}`);
  await page.click("#play");
  const wrong = await page.evaluate(async ({ rows, script, module, ticks }) => {
    const compiled = await WebAssembly.compileStreaming(fetch(module)), wrong = [];
    const play = async () => {
      const thread = new Worker(script, { type: "module" });
      const ask = (message, wanted) => new Promise((resolve, reject) => {
        thread.onmessage = ({ data }) => (data.type === wanted ? resolve(data) : reject(new Error(data.message)));
        thread.postMessage(message);
      });
      await ask({ type: "load", module: compiled, helpers: 0 }, "loaded");
      for (let row; (row = rows.shift());) {
        const [name, agents, hash, text] = row, wish = { roles: [], inspected: -1, squads: false, events: false, doors: false };
        await ask({ type: "open", opening: { name, text, agents: Number(agents), seed: -1, edits: [] }, until: ticks }, "opened");
        while ((await ask({ type: "frame", seconds: 0, speed: 0, wish }, "frame")).isCatchingUp);
        const now = await ask({ type: "hash" }, "hash");
        if (now.tick !== ticks || now.hash !== hash) wrong.push(`${name}: ${now.hash} at ${now.tick}, not ${hash}`);
      }
      thread.terminate();
    };
    await Promise.all([play(), play()]);
    return wrong;
  }, { rows, script, module, ticks: MORE_TICKS });
  await page.click("#play");
  assert.deepEqual(wrong, []);
});

test("time: play, pause, speed, back and forth, and anew", async () => {
  await follow("circle");
  await isPast(5);
  await page.click("#pace [data-value='8']");
  await isPast(60);
  await page.click("#play");
  await until(() => {
    const { at, since } = window, now = document.querySelector("#time").valueAsNumber;
    if (at !== now) Object.assign(window, { at: now, since: performance.now() });
    return at === now && performance.now() - since > 700; // a picture was on its way
  });
  const stopped = await tick();
  await page.waitForTimeout(500);
  assert.equal(await tick(), stopped);
  await page.locator("#time").fill("30");
  await until(() => document.querySelector("#clock").textContent === "0.5 s");
  await page.click("#play"); // goes on from there
  await isPast(stopped);
  await page.click("#again");
  await until(([value]) => document.querySelector("#time").valueAsNumber < value, stopped);
  await page.click("#pace [data-value='1']");
});

test("sliders and models act on the running world", async () => {
  await follow("circle");
  await page.locator("#agents").fill("40");
  await until(() => document.querySelector(".tally").textContent.startsWith("40 agents"));
  const reference = async () => Number(/"agents_reference":\s*(\d+)/.exec(await page.inputValue("#text"))[1]);
  const sparse = await reference();
  await page.locator("#density").fill("2");
  assert.equal(await reference(), 2 * sparse);
  assert.equal(JSON.parse(inflateRawSync(Buffer.from((await share()).slice(1), "base64url"))).opening.text, await page.inputValue("#text"));
  await page.locator("#density").fill("1");
  assert.equal(await reference(), sparse);
  await follow("two-doors");
  await page.waitForFunction(() => !document.querySelector("#density").offsetParent);
  await follow(one());
  await until(() => document.querySelector(".tally").textContent.startsWith("1 agents"));
  await page.click("#models [data-value=pilot]");
  await page.locator("#radius").fill("2");
  const box = await page.locator(".pane").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await until(() => /Modelpilot.*Radius1\.00 m/.test(document.querySelector("#chosen").textContent));
});

test("an agent is dragged, and sent to where one clicks", async () => {
  await follow(one());
  await until(() => document.querySelector(".tally").textContent.startsWith("1 agents"));
  const box = await page.locator(".pane").boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const isAt = async (atX, atY, isThere) => {
    await page.mouse.click(atX, atY);
    await until(([wanted]) => /^Agent \d/.test(document.querySelector("#chosen h2").textContent) === wanted, isThere);
  };
  await page.click("#tools [data-value=drag]");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y + 60, { steps: 5 });
  await page.mouse.up();
  await page.click("#tools [data-value=look]");
  await isAt(x, y, false);
  await isAt(x + 100, y + 60, true);
  await page.click("#tools [data-value=send]");
  await page.mouse.click(x - 100, y - 60); // 0.94 of the lesser side is ten metres
  const metres = 10 / (0.94 * Math.min(box.width, box.height)), goal = [-100 * metres, 60 * metres];
  await until(() => /It goes to \(/.test(document.querySelector("#chosen .telling").textContent));
  const said = /\((-?[\d.]+), (-?[\d.]+)\)/.exec(await page.textContent("#chosen .telling")).slice(1).map(Number);
  assert.ok(said.every((value, i) => Math.abs(value - goal[i]) < 0.2), `${said} for ${goal}`);
  await until(() => /[1-9]/.test([...document.querySelectorAll("#chosen dt")].find((term) => term.textContent === "Speed").nextSibling.textContent));
  await page.waitForFunction(([fromX, fromY]) => { // where it began its trail goes, to the last
    const trails = document.querySelector(".pane .trails"), ratio = trails.width / trails.clientWidth;
    return trails.getContext("2d").getImageData(ratio * fromX - 4, ratio * fromY - 4, 9, 9).data.every((value, i) => i % 4 < 3 || value < 8);
  }, [x + 80 - box.x, y + 48 - box.y], { timeout: 150000, polling: 1000 });
  await page.keyboard.press("Escape");
  await page.click("#tools [data-value=look]");
});

test("a seed, and another by the dice, are other worlds; the same seed is the same", async () => {
  const hashOf = async () => JSON.parse(inflateRawSync(Buffer.from((await share()).slice(1), "base64url"))).hash;
  const begun = async (act) => { // paused, the world is as it was begun
    await act();
    await until(() => document.querySelector("#time").max === "1" && document.querySelector(".tally").textContent.includes("agents"));
    return hashOf();
  };
  await follow(linkOf({ opening: { name: "asteroid-field", text: "", agents: 0, seed: -1, edits: [] }, tick: 0, hash: "0".repeat(16) }));
  await replayed();
  const set = (seed) => begun(async () => {
    await page.fill("#seed", seed);
    await page.locator("#seed").press("Enter");
  });
  const third = await set("3"), fourth = await set("4");
  assert.notEqual(third, fourth);
  assert.equal(await set("3"), third);
  assert.notEqual(await begun(() => page.click("#knobs [aria-label='Another seed']")), third);
  assert.notEqual(await page.inputValue("#seed"), "3");
  await page.click("#play");
});

test("the view: a wheel and keys zoom, a drag moves it or turns it in space", async () => {
  const sight = () => page.evaluate(() => document.querySelector(".pane .lines").toDataURL());
  const changes = async (act) => {
    const before = await sight();
    await act();
    await until(([old]) => document.querySelector(".pane .lines").toDataURL() !== old, before);
  };
  for (const scene of ["circle", "sphere"]) {
    await follow(linkOf({ opening: { name: scene, text: "", agents: 0, seed: -1, edits: [] }, tick: 3, hash: "0".repeat(16) })); // paused: only the view changes
    await replayed();
    await page.locator(".pane .lines").focus();
    await page.keyboard.press("g");
    const box = await page.locator(".pane").boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await changes(() => page.mouse.wheel(0, -300));
    await changes(() => page.keyboard.press("-"));
    await changes(() => page.keyboard.press("+"));
    await changes(async () => {
      await page.mouse.down();
      await page.mouse.move(x + 70, y + 30, { steps: 3 });
      await page.mouse.up();
    });
    await page.locator(".pane .lines").focus();
    await page.keyboard.press("g");
  }
  await page.click("#play");
});

test("walls and rocks are built, and a link plays all of it again", async () => {
  await follow("circle");
  await isPast(2);
  const box = await page.locator(".pane").boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  await page.click("#tools [data-value=rock]");
  await page.mouse.click(x, y);
  await page.click("#tools [data-value=wall]");
  await page.mouse.move(x - 80, y - 60);
  await page.mouse.down();
  await page.mouse.move(x - 20, y - 60, { steps: 4 });
  await page.mouse.move(x + 60, y - 40, { steps: 4 });
  await page.mouse.up();
  await page.click("#tools [data-value=look]");
  await page.locator("#speed").fill("1.5");
  await isPast((await tick()) + 10);
  await page.click("#play");
  const mark = await share();
  await follow("crossing");
  await isPast(1);
  await follow(mark);
  assert.equal(await replayed(), "true");
});

test("what is built is seen, and a stroke over cells has no gaps, however fast it is", async () => {
  await follow(linkOf({ opening: { name: "two-doors", text: "", agents: 20, seed: -1, edits: [] }, tick: 3 }));
  await isPast(4);
  const box = await page.locator(".pane").boundingBox(), x = box.x + 0.6 * box.width, y = box.y + box.height / 2; // an empty room
  const stroke = async (tool) => {
    await page.click(`#tools [data-value=${tool}]`);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 150, y + 80);
    await page.mouse.up();
  };
  const isSeen = (isThere) => until(([wanted]) => {
    const ground = document.querySelector(".pane .ground"), { width, height } = ground, copy = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    copy.drawImage(ground, 0, 0);
    const side = width / document.querySelector(".pane").clientWidth, at = [0.6 * width + 75 * side, height / 2 + 40 * side]; // the middle of the stroke
    return copy.getImageData(at[0] - 3, at[1] - 3, 7, 7).data.some((value) => value > 8) === wanted;
  }, isThere);
  await stroke("wall");
  await isSeen(true);
  await page.click("#wipe");
  await isSeen(false);
  await stroke("block");
  await isSeen(true);
  await stroke("free");
  await isSeen(false);
  await stroke("block");
  await page.click("#tools [data-value=look]");
  const { opening } = JSON.parse(inflateRawSync(Buffer.from((await share()).slice(1), "base64url")));
  const fills = opening.edits.filter(({ kind }) => kind === "fill").map(({ args }) => args), filled = fills.slice(fills.findLastIndex((args) => !args[4]) + 1);
  assert.ok(filled.length > 5);
  filled.slice(1).forEach(([left, bottom], i) => assert.ok(left <= filled[i][2] && bottom <= filled[i][3], `a gap after ${i}`));
});

test("a squad is made of those in a frame, ordered, and a link plays it again", async () => {
  await follow(linkOf({ opening: { name: "crossing", text: "", agents: 60, seed: -1, edits: [] }, tick: 5 }));
  await isPast(6);
  const box = await page.locator(".pane").boundingBox(), at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
  const drag = async (...points) => {
    await page.mouse.move(...at(points[0], points[1]));
    await page.mouse.down();
    await page.mouse.move(...at(points[2], points[3]), { steps: 4 });
    await page.mouse.up();
  };
  const says = (pattern) => until(([source]) => new RegExp(source).test(document.querySelector("#orders p").textContent), pattern);
  await page.click("#tools [data-value=order]");
  await drag(0.02, 0.02, 0.98, 0.98);
  await says("^60 agents in a squad, idle");
  await page.click("#orders [data-value=circle]");
  await drag(0.5, 0.4, 0.6, 0.4);
  await says("^60 agents in a squad, (marching|arriving)");
  const act = (name) => page.click(`#orders [data-act='${name}']`);
  await act("halt");
  await says("^60 agents in a squad, idle");
  await act("let go");
  await says("^Click an agent");
  await drag(0.02, 0.02, 0.98, 0.98); // those of a squad choose it
  await says("^60 agents in a squad, idle");
  await drag(0.5, 0.4, 0.6, 0.4);
  await says("^60 agents in a squad, (marching|arriving)");
  await act("hold");
  await page.click("#play");
  const shared = await share();
  const given = JSON.parse(inflateRawSync(Buffer.from(shared.slice(1), "base64url"))).opening.edits.filter(({ kind }) => kind === "order").map(({ args }) => args[0]);
  assert.deepEqual(given, [Order.go, -1, Order.go, Order.hold]);
  await follow("circle");
  await isPast(1);
  await follow(shared);
  assert.equal(await replayed(), "true");
  await page.click("#play");
  await says("^Click an agent");
  await drag(0.02, 0.02, 0.98, 0.98);
  await says("^60 agents in a squad");
  await act("disband");
  await says("^Click an agent");
  await drag(0.02, 0.02, 0.98, 0.98);
  await says("^60 agents in a squad, idle"); // a new one
  await page.click("#tools [data-value=look]");
});

test("an agent says why it does what it does: in words, in marks, and aloud", async () => {
  const text = readFileSync(new URL("../../../scenarios/doorway.json", import.meta.url), "utf8"), world = (await load()).scenario(text);
  const told = (agent) => world.explain(agent).map((one) => one.text);
  world.step(0, 360);
  const [first, second] = world.agents();
  await follow(linkOf({ opening: { name: "doorway", text: "", agents: 0, seed: -1, edits: [] }, tick: 360, hash: world.hash().toString(16).padStart(16, "0") }));
  assert.equal(await replayed(), "true");
  const says = (sentences) => until(([wanted]) => JSON.stringify([...document.querySelectorAll("#chosen li")].map((one) => one.lastChild.textContent)) === wanted, JSON.stringify(sentences));
  await page.keyboard.press("Escape");
  await page.locator(".pane .lines").focus();
  await page.keyboard.press(".");
  await says(told(first));
  await page.click("#chosen [aria-label='The next agent']");
  await says(told(second));
  await page.keyboard.press(",");
  await says(told(first));
  const telling = await page.textContent("#chosen .telling");
  assert.ok(telling.startsWith(told(first)[0]) && telling.length > told(first)[0].length, telling);
  assert.equal(await page.textContent("[role=status].unseen"), `Agent ${world.get(first).id}: ${telling}`);
  assert.equal(await page.locator(".said").isVisible(), false);
  await page.click("#fold");
  assert.equal(await page.textContent(".said"), telling);
  assert.equal(await page.locator(".said").isVisible(), true);
  await page.click("#fold");
  await page.click("#play"); // to be looked at changes nothing
  await isPast(380);
  await follow(await share());
  assert.equal(await replayed(), "true");
});

test("doors are shut and opened by mouse, keys and finger, and a link plays it again", async () => {
  const is = (text, on = page) => on.waitForFunction((wanted) => [...document.querySelectorAll("#doors button")].some((one) => one.textContent === wanted), text, { timeout: 30000 });
  await follow(linkOf({ opening: { name: "door", text: "", agents: 0, seed: -1, edits: [] }, tick: 30 }));
  await isPast(31);
  await page.click("#tools [data-value=door]");
  await is("Door 1 is open");
  await is("Door 3 is shut");
  const box = await page.locator(".pane").boundingBox(); // the first door is in the middle
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await is("Door 1 is shut");
  await page.locator("#doors button").nth(2).focus();
  await page.keyboard.press("Enter");
  await is("Door 3 is open");
  await isPast(await tick() + 20); // the world says so, too
  await is("Door 1 is shut");
  await is("Door 3 is open");
  await page.click("#play");
  const mark = await share();
  await follow("circle");
  await until(() => document.querySelector("#tools [data-value=door]").hidden);
  await follow(mark);
  assert.equal(await replayed(), "true");
  await page.click("#tools [data-value=door]");
  await is("Door 1 is shut");
  await is("Door 3 is open");
  await page.click("#tools [data-value=look]");
  const phone = await browser.newPage({ viewport: { width: 390, height: 780 }, hasTouch: true });
  phone.on("pageerror", (error) => faults.push(error.message));
  await phone.goto(`${server.url}#links`);
  await phone.waitForFunction(() => performance.getEntriesByName("first-frame").length > 0);
  await phone.tap("#fold");
  await phone.tap("#tools [data-value=door]");
  await is("Link 2 is open", phone);
  const pane = await phone.locator(".pane").boundingBox(); // the bridge is in the middle
  await phone.touchscreen.tap(pane.x + pane.width / 2, pane.y + pane.height / 2);
  await is("Link 2 is shut", phone);
  await phone.tap("#doors button:nth-child(2)");
  await is("Link 2 is open", phone);
  await phone.close();
});

test("layers are drawn: on, something is seen that was not", async () => {
  const isInked = (layer, isSome) => until(([name, wanted]) => {
    const copy = Object.assign(document.createElement("canvas"), { width: 300, height: 200 }).getContext("2d", { willReadFrequently: true });
    copy.drawImage(document.querySelector(`.pane .${name}`), 0, 0, 300, 200);
    return copy.getImageData(0, 0, 300, 200).data.some((value) => value > 0) === wanted;
  }, layer, isSome);
  const scenes = { squads: [["q", "lines"]], "two-doors": [["x", "cells"], ["k", "cells"], ["d", "cells"], ["g", "lines"], ["p", "lines"], ["v", "lines"], ["w", "lines"], ["f", "lines"]],
    warren: [["n", "lines"]], truck: [["c", "lines"]] };
  for (const [scene, keys] of Object.entries(scenes)) {
    await follow(linkOf({ opening: { name: scene, text: "", agents: scene === "squads" ? 0 : 60, seed: -1, edits: [] }, tick: 3 }));
    await isPast(4);
    await page.locator(".pane .lines").focus();
    for (const [key, layer] of keys) {
      await isInked(layer, false).catch(() => assert.fail(`${scene} ${key}, off`));
      await page.keyboard.press(key);
      await isInked(layer, true).catch(() => assert.fail(`${scene} ${key}`));
      await page.keyboard.press(key);
    }
  }
  const row = Array.from({ length: 40 }, (_, i) => i), walking = { world: { viewport: [[-5, -5], [45, 5]] }, groups: [{ count: 40, radius: 0.3, max_speed: 2,
    place: { kind: "points", points: row.map((i) => [i, 0]) }, goal: { kind: "points", points: row.map((i) => [i, 1 + i / 2]) } }] };
  await follow(linkOf({ opening: { name: "arrivals", agents: 0, seed: -1, edits: [], text: JSON.stringify(walking) }, tick: 1 }));
  await page.locator(".pane .lines").focus();
  await isInked("lines", false);
  await page.keyboard.press("e"); // one arrives every quarter of a second
  await isInked("lines", true);
  await page.keyboard.press("e");
  await isInked("lines", false);
  await isInked("trails", true);
  await page.keyboard.press("t");
  await isInked("trails", false);
  await page.keyboard.press("t");
  await isInked("trails", true);
});

test("models side by side, each with its scores", async () => {
  await follow("circle");
  await page.click("#compare");
  await page.click("#compare");
  await until(() => document.querySelectorAll(".pane").length === 3);
  await until(() => [...document.querySelectorAll(".tally")].every((one) => one.textContent.includes("agents")));
  await until(() => document.querySelectorAll("#scores th").length === 4);
  const said = () => page.evaluate(() => [...document.querySelectorAll(".said")].map((one) => (one.offsetParent ? one.textContent : "")));
  assert.deepEqual(await said(), ["", "", ""]);
  await page.locator(".pane .lines").first().focus();
  await page.keyboard.press(".");
  await until(() => [...document.querySelectorAll(".said")].every((one) => /^It goes to/.test(one.textContent)));
  assert.ok((await said()).every((text) => text)); // each world says its own
  await page.keyboard.press("Escape");
  await page.click(".pane:last-child .label button");
  await page.click(".pane:last-child .label button");
  await until(() => document.querySelectorAll(".pane").length === 1);
});

test("the inspector tells of the world that was clicked", async () => {
  await follow(one());
  await until(() => document.querySelector(".tally").textContent.startsWith("1 agents"));
  await page.click("#compare");
  await until(() => document.querySelectorAll(".tally").length === 2 && [...document.querySelectorAll(".tally")].every((one) => one.textContent.startsWith("1 agents")));
  for (const [i, model] of ["crowd", "orca"].entries()) {
    const box = await page.locator(".pane").nth(i).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await until(([wanted]) => document.querySelector("#chosen").textContent.includes(`Model${wanted}`), model);
  }
  await page.click(".pane:last-child .label button");
});

test("the scenario as text says what is wrong with it, and the page lives on", async () => {
  await follow("doorway");
  await isPast(2);
  await page.click("details summary");
  const good = await page.inputValue("#text");
  await page.fill("#text", good.replace('"duration"', '"durations"'));
  await until(() => document.querySelector("#fault").textContent.length > 0);
  assert.match(await page.textContent("#fault"), /^scenario\.json: world\.durations: unknown key, the nearest known one is "duration"/);
  await page.fill("#text", "{");
  await until(() => document.querySelector("#fault").textContent.includes("1:2"));
  await page.fill("#text", good);
  await until(() => document.querySelector("#fault").textContent === "");
  await isPast(2);
  await page.click("details summary");
});

/** What the worlds' thread runs first: a step of 13 agents at tick 5 is a trap, and a rock among 14. */
const TRAP = `{
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11];
  const { t: trap } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports, instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const { exports } = await instantiate(...given), facts = (web) => new Float64Array(exports.memory.buffer, exports.web_facts(web), 3);
    const web_step = (web, dt) => { if (facts(web)[1] === 5 && facts(web)[2] === 13) trap(); return exports.web_step(web, dt); };
    const web_ball_add = (web, ...ball) => { if (facts(web)[2] === 14) trap(); return exports.web_ball_add(web, ...ball); };
    return { exports: { ...exports, web_step, web_ball_add } };
  };
}`;

test("a crash within a scenario is told, of its world alone, and the page lives on", async () => {
  const made = await browser.newPage({ viewport: { width: 900, height: 640 } }), [script] = readdirSync(`${DIST}assets`).filter((name) => /^worker/.test(name));
  made.on("pageerror", (error) => faults.push(error.message));
  await made.route(`**/${script}`, (route) => route.fulfill({ headers: { ...ISOLATED, "content-type": "text/javascript" }, body: `${TRAP}\n${readFileSync(`${DIST}assets/${script}`, "utf8")}` }));
  await made.goto(`${server.url}?helpers=0#circle`);
  const goesOn = () => made.waitForFunction(() => !document.querySelector(".fault") && document.querySelector("#time").valueAsNumber > 8, undefined, { timeout: 20000 });
  await goesOn();
  const agents = await made.inputValue("#agents");
  for (let again = 0; again < 2; again++) { // who crashed can crash again, and be left again
    await made.locator("#agents").fill("13");
    await made.waitForSelector(".fault[role=alert]");
    assert.equal(await made.textContent(".fault"), "The world has crashed: unreachable");
    await made.locator("#agents").fill(again ? "14" : agents);
    await goesOn();
  }
  await made.click("#tools [data-value=rock]");
  await made.click(".pane .lines");
  await made.waitForSelector(".fault");
  await made.evaluate(() => { location.hash = "crossing"; });
  await goesOn();
  assert.match(await made.textContent(".tally"), /agents/);
  await made.close();
});

test("keys: layers, pause, the gallery with scenes that move", async () => {
  await page.locator(".pane .lines").focus();
  await page.keyboard.press("g");
  assert.equal(await page.locator("#layers button").first().getAttribute("aria-pressed"), "true");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await until(() => document.querySelector("dialog[open] .card canvas"));
  await until(() => {
    const canvas = document.querySelector(".card canvas");
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
  });
  await page.click("[data-scene=crossing]");
  await until(() => document.querySelector("#title").textContent.startsWith("Crossing"));
});

test("keys: back and forth, on, and anew", async () => {
  await follow(one());
  await until(() => document.querySelector(".tally").textContent.startsWith("1 agents"));
  await until(() => document.querySelector("#time").max < 40);
  await isPast(40);
  const last = await tick(), label = () => page.getAttribute("#play", "aria-label");
  await page.locator(".pane .lines").focus();
  await page.keyboard.press("ArrowLeft");
  await until(([value]) => document.querySelector("#time").valueAsNumber <= value - 20, last);
  assert.equal(await label(), "Play");
  const back = await tick();
  await page.keyboard.press("ArrowRight");
  await isPast(back);
  await page.keyboard.press(" ");
  assert.equal(await label(), "Pause");
  await page.keyboard.press("r");
  await until(([value]) => document.querySelector("#time").max < value, last);
  await isPast(1);
});

test("a picture and a film are kept as files", async () => {
  await follow("circle");
  await until(() => document.querySelector("#title").textContent.startsWith("Circle"));
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#shoot")]);
  assert.equal(picture.suggestedFilename(), "veer-circle.png");
  await page.click("#film");
  await page.waitForTimeout(1500);
  await isPast((await tick()) + 30); // some pictures of a slow machine, too
  const [film] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  assert.match(film.suggestedFilename(), /^veer-circle\.(webm|mp4)$/);
  const bytes = readFileSync(await film.path());
  const played = await page.evaluate(async (data) => { // by the browser's own player, to the end: its size, its length, whether its pictures differ
    const film = Object.assign(document.createElement("video"), { src: data, muted: true });
    const seek = (to) => new Promise((resolve, reject) => Object.assign(film, { onseeked: resolve, onerror: () => reject(film.error), currentTime: to }));
    await new Promise((resolve, reject) => Object.assign(film, { onloadeddata: resolve, onerror: () => reject(film.error) }));
    const look = () => {
      const copy = Object.assign(document.createElement("canvas"), { width: film.videoWidth, height: film.videoHeight }), context = copy.getContext("2d");
      context.drawImage(film, 0, 0);
      return String(context.getImageData(0, 0, copy.width, copy.height).data);
    };
    const first = look();
    await seek(1e6);
    return { width: film.videoWidth, height: film.videoHeight, seconds: film.currentTime, isMoving: look() !== first };
  }, `data:video/webm;base64,${bytes.toString("base64")}`);
  const drawn = await page.evaluate(() => { const { width, height } = document.querySelector(".pane .ground"); return { width, height }; });
  assert.ok(played.seconds > 0.2 && played.isMoving, JSON.stringify(played));
  assert.deepEqual({ width: played.width, height: played.height }, drawn);
});

/** Of a GIF, by the browser's own decoder: how it is played, whether its pictures differ, and how far its first is from a picture of the same world. */
const decodeGif = (gif, picture) => page.evaluate(async ([gif, picture]) => {
  const bytesOf = async (text) => (await fetch(`data:;base64,${text}`)).arrayBuffer();
  const decoder = new ImageDecoder({ data: await bytesOf(gif), type: "image/gif" });
  await Promise.all([decoder.completed, decoder.tracks.ready]);
  const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
  const look = (image, width, height) => {
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const frames = [];
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex }), { displayWidth: width, displayHeight: height, duration } = image;
    frames.push({ width, height, duration: duration / 1000, pixels: look(image, width, height) });
    image.close();
  }
  const [{ width, height, pixels }] = frames, wanted = look(await createImageBitmap(new Blob([await bytesOf(picture)])), width, height);
  const colour = (data) => String(data.slice(0, 3)), offs = pixels.map((value, i) => Math.abs(value - wanted[i]));
  return { width, height, frameCount, repetitionCount, isMoving: frames.every((one, i) => !i || String(one.pixels) !== String(frames[i - 1].pixels)),
    delays: frames.map(({ duration }) => duration), hasGround: colour(pixels) === colour(wanted), off: offs.reduce((sum, one) => sum + one) / (3 * width * height), most: offs.reduce((most, one) => Math.max(most, one)) };
}, [gif, picture].map((bytes) => bytes.toString("base64")));

test("a film is kept as a GIF, in the world's colours, while it goes on; the format is remembered", async () => {
  await follow(linkOf({ opening: { name: "circle", text: "", agents: 0, seed: -1, edits: [] }, tick: 120, hash: "0".repeat(16) })); // paused
  await replayed();
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#shoot")]);
  await page.locator("#format").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.inputValue("#format"), "gif");
  await page.click("#film");
  assert.ok(await page.locator("#format").isDisabled());
  await page.waitForTimeout(300);
  await page.click("#play");
  await isPast((await tick()) + 90);
  const [film] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  assert.equal(film.suggestedFilename(), "veer-circle.gif");
  assert.ok(await page.locator("#format").isEnabled());
  const bytes = readFileSync(await film.path());
  assert.equal(bytes.toString("latin1", 0, 6), "GIF89a");
  const { width, height, frameCount, repetitionCount, isMoving, delays, hasGround, off, most } = await decodeGif(bytes, readFileSync(await picture.path()));
  assert.deepEqual({ width, height }, await page.evaluate(() => { const { clientWidth, clientHeight } = document.querySelector(".pane"); return { width: clientWidth, height: clientHeight }; }));
  assert.ok(frameCount > 5 && repetitionCount === Infinity && isMoving, `${frameCount} pictures, ${repetitionCount} times`);
  assert.ok(delays[0] >= 300 && delays.every((delay) => delay >= 20), String(delays)); // the first was shown until the world went on
  assert.ok(hasGround && off < 1 && most < 64, `off by ${off}, at most ${most}`);
  await page.reload();
  await until(() => performance.getEntriesByName("first-frame").length > 0);
  assert.equal(await page.inputValue("#format"), "gif");
  await page.selectOption("#format", "video");
});

test("a film of worlds side by side shows all of them", async () => {
  await follow("circle");
  await until(() => document.querySelector("#title").textContent.startsWith("Circle"));
  await page.click("#compare");
  await page.click("#compare");
  await until(() => document.querySelectorAll(".pane").length === 3);
  await page.selectOption("#format", "gif");
  await page.click("#film");
  await isPast((await tick()) + 90);
  const [film] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  await page.selectOption("#format", "video");
  const shown = await page.evaluate(async (text) => { // of each world, whether its part of the film changes
    const decoder = new ImageDecoder({ data: await (await fetch(`data:;base64,${text}`)).arrayBuffer(), type: "image/gif" });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const stage = document.querySelector("#stage"), from = stage.getBoundingClientRect(), pictures = [];
    for (const frameIndex of [0, decoder.tracks.selectedTrack.frameCount - 1]) {
      const { image } = await decoder.decode({ frameIndex }), { displayWidth: width, displayHeight: height } = image;
      const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      context.drawImage(image, 0, 0);
      image.close();
      pictures.push(context);
    }
    const part = (context, box) => String(context.getImageData(box.left - from.left, box.top - from.top, box.width, box.height).data);
    const { width, height } = pictures[0].canvas, boxes = [...document.querySelectorAll(".pane")].map((pane) => pane.getBoundingClientRect());
    return { isWhole: width === stage.clientWidth && height === stage.clientHeight, changes: boxes.map((box) => part(pictures[0], box) !== part(pictures[1], box)) };
  }, readFileSync(await film.path()).toString("base64"));
  assert.deepEqual(shown, { isWhole: true, changes: [true, true, true] });
});

test("fits a window of any width", async () => {
  for (const width of [1280, 900, 770]) {
    const narrow = await open("two-doors", { width, height: 640 });
    assert.equal(await narrow.evaluate(() => Math.max(document.body.scrollWidth, document.documentElement.scrollWidth)), width);
    await narrow.close();
  }
});

test("fits a phone, in light colours too", async () => {
  const phone = await open("two-doors", { width: 390, height: 780 });
  const colours = () => phone.evaluate(() => ["body", "#stage"].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor).join());
  const dark = await colours();
  await phone.click("#theme");
  assert.notEqual(await colours(), dark);
  await phone.click("#fold");
  const wide = await phone.evaluate(() => [document.documentElement.scrollWidth, document.querySelector("#panel").scrollWidth]);
  assert.ok(Math.max(...wide) <= 390, String(wide));
  const small = await phone.evaluate(() => [...document.querySelectorAll("footer button, nav button")].filter((one) => one.offsetParent && one.offsetHeight < 32).length);
  assert.equal(small, 0);
  for (const button of ["#shoot", "#film", "#format", "[href='scouts.html']"]) assert.ok(await phone.locator(`#panel ${button}`).isVisible(), button);
  await phone.click("#fold");
  await phone.click("#compare");
  await phone.click("#compare");
  const cut = await phone.evaluate(() => [...document.querySelectorAll(".pane")].filter((pane) => pane.querySelector(".label button").getBoundingClientRect().right > pane.getBoundingClientRect().right).length);
  assert.equal(cut, 0);
  await phone.click("#scenes");
  await phone.waitForSelector(".card small");
  assert.deepEqual(await phone.evaluate(() => [...document.querySelectorAll(".card small")].filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent)), []);
  await phone.close();
});

test("the game: a ship is flown by keys, pilot and finger, and its menu comes and goes", async () => {
  const game = await browser.newPage({ viewport: { width: 800, height: 500 }, hasTouch: true });
  game.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  game.on("pageerror", (error) => faults.push(error.message));
  await game.goto(`${server.url}scouts.html?level=3`);
  const ticks = () => game.evaluate(() => Number(document.documentElement.dataset.tick));
  const isPlayed = (least) => game.waitForFunction((value) => Number(document.documentElement.dataset.tick) >= value, least, { timeout: 20000 });
  const sky = () => game.evaluate(() => document.querySelector("#sky").toDataURL());
  await game.click("[data-ship='0']");
  await isPlayed(5);
  const before = await sky();
  await game.keyboard.down("ArrowRight");
  await isPlayed(await ticks() + 20);
  await game.keyboard.up("ArrowRight");
  assert.notEqual(await sky(), before);
  await game.keyboard.press("Escape");
  assert.ok(await game.locator("#menu").isVisible());
  const stopped = await ticks();
  await game.waitForTimeout(300);
  assert.equal(await ticks(), stopped);
  await game.keyboard.press("Escape");
  await isPlayed(stopped + 5);
  await game.keyboard.press("p"); // by pilot to crystals: ten points each
  await game.waitForFunction(() => Number(document.querySelector("#score").textContent) >= 10 || document.querySelector("#menu").open, undefined, { timeout: 60000 });
  assert.match(await game.getAttribute("#hull", "aria-valuenow"), /^\d+$/);
  await game.setViewportSize({ width: 390, height: 700 });
  assert.ok(await game.evaluate(() => [...document.querySelectorAll("header > *")].every((one) => one.getBoundingClientRect().right <= innerWidth)));
  assert.match((await game.innerText("header")).replaceAll("\n", " "), /Hull.*Score ?\d+.*Smashed ?\d+/);
  await game.close();
});

test("nothing was wrong on any page", async () => {
  assert.match(await tally(), /agents/);
  assert.deepEqual(faults, []);
});
