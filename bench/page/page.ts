import { aReading } from '@manoboard/testkit/factories';
import { frameTimes } from '../../e2e/reconnect/frame-times.ts';
import { DEVICE, SCRIPTED, startWorld, type World } from '../../e2e/reconnect/world.ts';
import { type Measured, measure, watchInteractions } from '../lib/interactions.ts';
import { mainThreadLoad } from '../lib/main-thread.ts';
import { readNumbers } from '../lib/options.ts';
import { LOAD_BEFORE, percentile, report } from '../lib/report.ts';
import { userActionsOf } from '../lib/user-actions.ts';

/** A device page: its cost while idle, and its response time to input. */
const { seconds, rounds, frames } = readNumbers({ seconds: 60, rounds: 8, frames: 100 });
const AIM = { share: 0.05, paintMs: 150, controlMs: 100, frameMs: 100 };
const SLOWDOWN = 4;
const SETTLED_MS = 5000;

/** Every value changes with every frame, like while a motor runs. */
const reading = (n: number) => {
  const wave = (middle: number, height: number) => middle + height * Math.sin(n / 3);
  return aReading({
    pressure: wave(4, 0.08),
    frequency_fc: wave(42, 2),
    motor_current: wave(3.2, 0.3),
    motor_rpm: Math.round(wave(2450, 60)),
    motor_power: wave(0.9, 0.1),
    bus_voltage: wave(325, 3),
    temperature_fc: wave(41, 1),
    temperature_mnb: wave(33, 1),
    analog_input_2: wave(3.9, 0.05),
    analog_input_3: wave(2.1, 0.05),
    electro_meter: 120 + n / 10,
    rssi: Math.round(wave(-61, 3)),
  });
};

/** One frame a second, without user input. */
async function watchPage(world: World) {
  let n = 0;
  const send = () => world.scripted.publishTele({ d: reading(n++) });
  await send();
  const timer = setInterval(send, 1000);
  const page = await world.open(SCRIPTED);
  await page.waitForTimeout(SETTLED_MS);
  const quick = await mainThreadLoad(page, seconds);
  const slow = await mainThreadLoad(page, Math.ceil(seconds / 3), SLOWDOWN);
  clearInterval(timer);
  await page.context().close();
  return { quick, slow };
}

async function usePage(world: World) {
  const { technician } = world;
  const { version } = await technician.get<{ version: number }>(`/devices/${DEVICE}/config`);
  await technician.send('PUT', `/devices/${DEVICE}/config`, {
    version,
    config: { tele_s: 1, tele_idle_s: 5 },
  });
  const page = await world.open(DEVICE, watchInteractions);
  await page.waitForTimeout(SETTLED_MS);
  const all: (Measured & { name: string; isControl: boolean })[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { name, isControl = false, ready, act } of userActionsOf(round)) {
      await ready?.(page);
      all.push({ name, isControl, ...(await measure(page, () => act(page))) });
    }
  }
  await page.context().close();
  return all;
}

async function measureAll() {
  const world = await startWorld();
  try {
    const idle = await watchPage(world);
    const all = await usePage(world);
    return { ...idle, all, times: await frameTimes(world, frames) };
  } finally {
    await world.stop();
  }
}
const { quick, slow, all, times } = await measureAll();
const controls = all.filter(({ isControl }) => isControl);
const slowest = [...all].sort((a, b) => b.paintMs - a.paintMs).slice(0, 5);
console.log(`slowest: ${slowest.map(({ name, paintMs }) => `${name} ${paintMs} ms`).join(', ')}`);

const paints = all.map(({ paintMs }) => paintMs);
const reactions = controls.map(({ paintMs, reactionMs }) =>
  Math.max(paintMs, reactionMs ?? Number.POSITIVE_INFINITY),
);
const paintMs = percentile(paints, 0.95);
const controlMs = percentile(reactions, 0.95);
const frameMs = percentile(times, 0.95);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
report({
  name: 'page',
  what: `device page in Chromium, one frame a second in which every value changes, ${seconds} s: processor time of its main thread; ${LOAD_BEFORE}`,
  result: `${percent(quick.share)} of one core (scripts ${percent(quick.scriptShare)}, styles and layout ${percent(quick.styleShare)}); in tasks ${percent(quick.taskShare)}, on a processor ${SLOWDOWN} times slower ${percent(slow.taskShare)}`,
  aim: `<= ${percent(AIM.share)}`,
});
report({
  name: 'page use',
  what: `${all.length} clicks and keys at the live device page (popover, menu, tools, sorting by keys, other pages, typing), ${controls.length} of them controls (switch, lock, stepper, set, mode): to the next paint, controls to the frame that shows a reaction; ${LOAD_BEFORE}`,
  result: `p50 ${percentile(paints, 0.5)} ms, p95 ${paintMs} ms; controls p50 ${percentile(reactions, 0.5).toFixed(0)} ms, p95 ${controlMs.toFixed(0)} ms`,
  aim: `p95 <= ${AIM.paintMs} ms, controls <= ${AIM.controlMs} ms`,
});
report({
  name: 'page frames',
  what: `${frames} frames of a board, from its publish over broker, database and stream to the value on the page; ${LOAD_BEFORE}`,
  result: `p50 ${percentile(times, 0.5)} ms, p95 ${frameMs} ms, most ${times.at(-1)} ms`,
  aim: `p95 <= ${AIM.frameMs} ms`,
});
const isReached =
  quick.share <= AIM.share && paintMs <= AIM.paintMs && controlMs <= AIM.controlMs && frameMs <= AIM.frameMs;
process.exit(isReached ? 0 : 1);
