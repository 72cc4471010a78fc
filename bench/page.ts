import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { controlsCard } from '../e2e/pump-page.ts';
import { BOUND_MS, openDevice, runCycle } from '../e2e/reconnect/cycle.ts';
import { frameTimes } from '../e2e/reconnect/frame-times.ts';
import { planCycles } from '../e2e/reconnect/plan.ts';
import { DEVICE, SCRIPTED, startWorld, type World } from '../e2e/reconnect/world.ts';
import { readNumbers } from './lib/options.ts';
import { LOAD_BEFORE, percentile, report } from './lib/report.ts';
import { runLighthouse } from './page/lighthouse.ts';
import { mainThreadLoad } from './page/main-thread.ts';

/**
 * A device page: its cost while idle, its response time to a click and to a frame, and whether it says what the server
 * says after a lost connection. With LIGHTHOUSE_DIR also the scores of Lighthouse.
 */
const { seconds, frames, clicks, cycles, seed } = readNumbers(
  { seconds: 60, frames: 100, clicks: 16, cycles: 100, seed: 6 },
  { seconds: 3, frames: 5, clicks: 2, cycles: 2 },
);
const AIM = { share: 0.05, frameMs: 100, clickMs: 300 };
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

/** Longer than the spinner (R5.1) and random, so that clicks fall anywhere between two frames. */
const restMs = () => 5500 + Math.random() * 5000;
const CLICK_MS = 12_000;

/** From a click on the switch to the switch that shows what the board reported, by the clock of the page. */
async function clickSwitch(world: World) {
  const page = await world.open(DEVICE);
  /** Not by its role: a waiting pump is neither on nor off. */
  const control = controlsCard(page).locator('input[data-position]').first();
  const times: number[] = [];
  for (let n = 0; n < clicks; n++) {
    await waitFor(() => control.isEnabled(), { timeoutMs: 60_000 });
    times.push(
      await control.evaluate(
        (input: HTMLElement, patienceMs) =>
          new Promise<number>((done) => {
            const [before, from] = [input.dataset.position, performance.now()];
            const check = () => {
              const passedMs = performance.now() - from;
              if (input.dataset.position !== before || passedMs > patienceMs) done(passedMs);
              else requestAnimationFrame(check);
            };
            input.click();
            check();
          }),
        CLICK_MS,
      ),
    );
    await page.waitForTimeout(restMs());
  }
  await page.context().close();
  return times;
}

/** The page loses the server in different ways, while another user makes changes or the board disconnects. */
async function loseServer(world: World) {
  const page = await openDevice(world);
  const times: number[] = [];
  let [wrong, late] = [0, 0];
  for (const cycle of planCycles(cycles, seed)) {
    const outcome = await runCycle(world, page, cycle);
    times.push(outcome.ms);
    if (outcome.wrong !== undefined) wrong++;
    else if (outcome.isLate) late++;
    if (outcome.wrong !== undefined || outcome.isLate)
      console.log(
        `${outcome.n}. ${outcome.outage}, ${outcome.change}: ${outcome.ms} ms\n${outcome.wrong ?? outcome.missing}`,
      );
  }
  await page.context().close();
  return { times, wrong, late };
}

async function measureAll() {
  const world = await startWorld();
  try {
    const idle = await watchPage(world);
    const click = await clickSwitch(world);
    const times = await frameTimes(world, frames);
    const lost = await loseServer(world);
    return { ...idle, click, times, lost, isLight: await runLighthouse(world) };
  } finally {
    await world.stop();
  }
}
const { quick, slow, click, times, lost, isLight } = await measureAll();
const frameMs = percentile(times, 0.95);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
report({
  name: 'page',
  what: `device page in Chromium, one frame a second in which every value changes, ${seconds} s: processor time of its main thread; ${LOAD_BEFORE}`,
  result: `${percent(quick.share)} of one core (scripts ${percent(quick.scriptShare)}, styles and layout ${percent(quick.styleShare)}); in tasks ${percent(quick.taskShare)}, on a processor ${SLOWDOWN} times slower ${percent(slow.taskShare)}`,
  aim: `<= ${percent(AIM.share)}`,
});
report({
  name: 'page frames',
  what: `${frames} frames of a board, from its publish over broker, database and stream to the value on the page; ${LOAD_BEFORE}`,
  result: `p50 ${percentile(times, 0.5)} ms, p95 ${frameMs} ms, most ${times.at(-1)} ms`,
  aim: `p95 <= ${AIM.frameMs} ms`,
});
report({
  name: 'click',
  what: `click on the switch in Chromium to the switch that shows what the board reported, ${click.length} starts and stops, all parts embedded, ${LOAD_BEFORE}`,
  result: `median ${percentile(click, 0.5).toFixed(0)} ms, p95 ${percentile(click, 0.95).toFixed(0)} ms, most ${percentile(click, 1).toFixed(0)} ms; ${click.filter((ms) => ms >= CLICK_MS).length} unconfirmed`,
  aim: `median < ${AIM.clickMs} ms, all confirmed`,
});
report({
  name: 'reconnect',
  what: `${cycles} times a device page loses the server (browser offline, connections that stall and break, tab hidden) or the board, while another session switches, locks, sets, renames, configures; seed ${seed}, ${LOAD_BEFORE}`,
  result: `${lost.wrong} pages that said anything else than the server, ${lost.late} late; from the return to the same words p50 ${percentile(lost.times, 0.5)} ms, p95 ${percentile(lost.times, 0.95)} ms, most ${percentile(lost.times, 1)} ms`,
  aim: `none, each within ${BOUND_MS / 1000} s`,
});
const isReached =
  isLight &&
  lost.wrong + lost.late === 0 &&
  percentile(click, 0.5) < AIM.clickMs &&
  quick.share <= AIM.share &&
  frameMs <= AIM.frameMs;
process.exit(isReached ? 0 : 1);
