import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import { isBoardField } from '@manoboard/domain/telemetry/last-data';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configureBoards } from './faults/configure.ts';
import { checkVerdict, onScreen, waitLive, watchStale } from './faults/page-checks.ts';
import type { Screen } from './faults/tiles.ts';
import { login, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

const { activity, device, deviceStatus } = texts.sk;

/** Frame interval of these boards: running, and without a converter. */
const EVERY_S = { tele_s: 3, tele_idle_s: 5 };
/** Tolerance: a board polls once a second, ages are whole seconds, and a page updates once a second. */
const TOLERANCE_MS = 3000;
const twoIntervals = (everyS: number) => 2 * everyS * 1000 + TOLERANCE_MS;
/** For steps without their own limit: two cores run eight browsers and a dozen boards. */
const LONG_WAIT_MS = 40_000;
/** The hop is named with its values, or at the next poll of the popover; plus two seconds of tolerance. */
const NAMED_MS = 8000;

type Fault = readonly [name: string, params?: Record<string, number>];
const lost = (register: number): Fault => ['lost_register', { register }];
const [FREQUENCY, CURRENT, ENERGY] = [lost(0x3000), lost(0x3004), lost(0x0710)];
const CONVERTER: Fault = ['fc_link_loss'];
const WIFI: Fault = ['wifi_loss'];

const ALL = READING_FIELDS;
const THROUGH_CONVERTER = ALL.filter((field) => !isBoardField(field));

type Hop = 'server' | 'wifi' | 'converter';
const verdictOf = (hop: Hop) => `${deviceStatus.hop[hop].title} ${deviceStatus.hop[hop].step}`;
const unmeasuredVerdict = (field: ReadingField) =>
  `${deviceStatus.hop.unmeasured.title} ${deviceStatus.hop.unmeasured.step}`.replace(
    '{values}',
    device.field[field],
  );

interface Case {
  faults: readonly Fault[];
  stale: readonly ReadingField[];
  verdict: readonly string[];
  /** What is read in the end, and at the time of the server's failure. */
  screen: Screen;
}
const SOME: Omit<Case, 'faults'> = { stale: ALL, verdict: [verdictOf('wifi')], screen: 'page' };
const NO_CONVERTER = { ...SOME, stale: THROUGH_CONVERTER, verdict: [verdictOf('converter')] };
const cases: Record<string, Case> = {
  nothing: { ...SOME, faults: [], stale: [], verdict: [] },
  'a register': {
    ...SOME,
    faults: [FREQUENCY],
    stale: ['frequency_fc'],
    verdict: [unmeasuredVerdict('frequency_fc')],
  },
  'a register of a meter': {
    faults: [ENERGY],
    stale: ['electro_meter'],
    verdict: [unmeasuredVerdict('electro_meter')],
    screen: 'page',
  },
  'the converter': { ...NO_CONVERTER, faults: [CONVERTER] },
  'a register and the converter': { ...NO_CONVERTER, faults: [CURRENT, CONVERTER], screen: 'motor' },
  'Wi-Fi': { ...SOME, faults: [WIFI], screen: 'motor' },
  'a register and Wi-Fi': { ...SOME, faults: [CURRENT, WIFI] },
  'the converter and Wi-Fi': { ...SOME, faults: [CONVERTER, WIFI] },
};

/** The filler boards come after the seven of the demo. */
const FIRST = 8;
const visits = Object.entries(cases).map(([what, one], index) => ({
  ...one,
  what,
  board: `MNB-DE${(FIRST + index).toString(16).toUpperCase().padStart(4, '0')}`,
}));
type Visit = (typeof visits)[number];

let product: Product;
const pages = new Map<Visit, Page>();
let reloads = 0;

/** Runs a step on all pages concurrently; a failure names its fault. */
async function everywhere(act: (page: Page, visit: Visit) => Promise<void>) {
  const failures = await Promise.all(
    [...pages].map(([visit, page]) =>
      act(page, visit).catch((error) => `${visit.what}: ${error} ${error.cause ?? ''}`),
    ),
  );
  expect(failures.filter(Boolean)).toEqual([]);
}

const switchFaults = ({ board, faults }: Visit, on: boolean) =>
  Promise.all(
    faults.map(([name, params]) => product.switchFault(board, name, { on, ...(on && params && { params }) })),
  );

async function open(visit: Visit, storageState: NonNullable<BrowserContextOptions['storageState']>) {
  const page = await product.visit({ storageState, viewport: { width: 1440, height: 900 } });
  await page.goto(`/admin/overview?device=${visit.board}`);
  page.on('load', () => reloads++);
  pages.set(visit, page);
}

beforeAll(async () => {
  product = await startProduct({ DEMO_BOARDS: String(FIRST + visits.length - 1) });
  // A pump does not fall asleep while water flows.
  for (const { board } of visits)
    await product.switchFault(board, 'leak', { on: true, params: { flow_lpm: 20 } });
  const ownerPage = await product.visit();
  await Promise.all([
    configureBoards(
      product.url,
      visits.map(({ board }) => board),
      EVERY_S,
    ),
    login(ownerPage, 'owner@demo.local'),
  ]);
  const storageState = await ownerPage.context().storageState();
  await ownerPage.context().close();
  await Promise.all(visits.map((visit) => open(visit, storageState)));
  await everywhere(async (page) => {
    await waitLive(page, 'page', LONG_WAIT_MS);
    // This card loads when the page is idle: without it, a server failure would show a second alert.
    await page.getByRole('region', { name: activity.title }).waitFor({ timeout: LONG_WAIT_MS });
  });
});
afterAll(() => product.stop());

it('R4.4, R4.5 register, converter and Wi-Fi faults, alone and in pairs: exactly the affected values go stale within two intervals, and the right hop is named', async () => {
  let busy = visits.filter(({ faults }) => faults.length > 0).length;
  await everywhere(async (page, visit) => {
    const { faults, stale, verdict, screen } = visit;
    await switchFaults(visit, true);
    const withinMs = twoIntervals(EVERY_S.tele_s);
    // The page of the healthy board is watched as long as any other.
    if (faults.length === 0) await watchStale(page, 'page', stale, withinMs, () => busy === 0);
    else await watchStale(page, 'page', stale, withinMs).finally(() => busy--);
    await checkVerdict(page, verdict, NAMED_MS);
    if (screen === 'motor') await onScreen(page, screen, () => watchStale(page, screen, stale, TOLERANCE_MS));
  });
});

it('R4.4, R4.5 a server failure, alone and combined with each fault: every value goes stale within two intervals, and the server is named', async () => {
  await product.killServer();
  await everywhere(async (page, { stale, screen }) => {
    const everyS = stale === THROUGH_CONVERTER ? EVERY_S.tele_idle_s : EVERY_S.tele_s;
    await onScreen(page, screen, () => watchStale(page, screen, ALL, twoIntervals(everyS)));
    await checkVerdict(page, [verdictOf('server')], NAMED_MS);
  });
});

it('R4.4, R4.5 after recovery every value is live, no hop is broken, and no page was reloaded', async () => {
  await product.startServerAlone();
  await everywhere(async (page, visit) => {
    const { board, screen } = visit;
    // A board retries up to half a minute later; when its Wi-Fi returns, it retries at once.
    await product.switchFault(board, 'wifi_loss', { on: true });
    await switchFaults(visit, false);
    await product.switchFault(board, 'wifi_loss', { on: false });
    await onScreen(page, screen, () => waitLive(page, screen, LONG_WAIT_MS));
    await checkVerdict(page, [], LONG_WAIT_MS);
  });
  expect(reloads).toBe(0);
});
