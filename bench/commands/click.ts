import { launchChromium } from '@manoboard/testkit/chromium';
import { startFleetProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { readNumbers } from '../lib/options.ts';
import { LOAD_BEFORE, percentile, report } from '../lib/report.ts';

/**
 * From a click in a browser to the switch that shows the reported state: page, server, database, broker, a board with
 * its simulated converter, and back.
 */
const { rounds } = readNumbers({ rounds: 16 });
/** Demo boards whose pumps start and stop: one is in fault, one is under keypad control. */
const DEVICES = ['MNB-DE0001', 'MNB-DE0002', 'MNB-DE0003'];
const OWNER = 'owner@demo.local';
const AIM_MS = 300;
const PATIENCE_MS = 12_000;
/** Simulated pumps need no minimum pause between starts. */
const LIMITS = { START_GAP_S: '0', STARTS_PER_HOUR: '3600' };
/** Longer than the spinner (R5.1) and random, so that clicks fall anywhere between two frames. */
const restMs = () => 5500 + Math.random() * 5000;

const installation = await createInstallation();
const server = await startServerProgram({ ...installation.env, ...LIMITS, DEMO: '1' });
const fleet = await startFleetProgram(server.ready);
const browser = await launchChromium();
const { password = '' } = server.ready.demo ?? {};

/** One window per device, since hidden pages stop updating; waits until its switch is usable. */
async function openDevice(id: string) {
  const context = await browser.newContext({ baseURL: server.ready.url, serviceWorkers: 'block' });
  await context.request.post('/api/auth/jwt/login', { form: { username: OWNER, password } });
  const page = await context.newPage();
  await page.goto(`/admin/dashboard?device=${id}`);
  await page.locator('[role=switch]:not([aria-disabled=true])').first().waitFor({ timeout: 60_000 });
  return page;
}
type DevicePage = Awaited<ReturnType<typeof openDevice>>;

/** By the page's clock; checked once per animation frame. */
async function clickToReport(page: DevicePage): Promise<number> {
  const control = page.locator('[role=switch]').first();
  await waitFor(() => control.isEnabled());
  return control.evaluate(
    (input: HTMLInputElement, patienceMs) =>
      new Promise<number>((done) => {
        const [before, from] = [input.checked, performance.now()];
        const check = () => {
          const passedMs = performance.now() - from;
          if (input.checked !== before || passedMs > patienceMs) done(passedMs);
          else requestAnimationFrame(check);
        };
        input.click();
        check();
      }),
    PATIENCE_MS,
  );
}

const pages = [];
for (const id of DEVICES) pages.push(await openDevice(id));

const times: number[] = [];
for (let round = 0; round < rounds; round++) {
  for (const page of pages) times.push(await clickToReport(page));
  await new Promise((done) => setTimeout(done, restMs()));
}
console.log(times.map((ms) => ms.toFixed(0)).join(' '));

await browser.close();
await fleet.stop();
await server.stop();
await installation.remove();

const medianMs = percentile(times, 0.5);
const unconfirmed = times.filter((ms) => ms >= PATIENCE_MS).length;
report({
  name: 'click',
  what: `click on the switch in Chromium to the switch that shows what the board reported, ${times.length} starts and stops, all parts embedded, ${LOAD_BEFORE}`,
  result: `median ${medianMs.toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, most ${percentile(times, 1).toFixed(0)} ms; ${unconfirmed} unconfirmed`,
  aim: `median < ${AIM_MS} ms, all confirmed`,
});
process.exit(medianMs < AIM_MS && unconfirmed === 0 ? 0 : 1);
