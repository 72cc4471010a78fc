import type { Page } from 'playwright-core';
import { enter, startProduct } from '../product.ts';
import { installClock } from '../stopped-clock.ts';

const OWNER = 'owner@demo.local';
const TECHNICIAN = 'technician@demo.local';

async function createWorld() {
  const product = await startProduct();
  const [owner, technician] = [await product.visit(), await product.visit()];
  await Promise.all([enter(owner, OWNER), enter(technician, TECHNICIAN)]);
  const boards = await product.startScriptedBoards({
    switched: 'MNB-5C0001',
    local: 'MNB-5C0002',
    set: 'MNB-5C0003',
    /** Mode 10: bar ÷ 10 on the wire. */
    tenths: 'MNB-5C0009',
    measured: 'MNB-5C0004',
    inputs: 'MNB-5C0006',
    /** No inputs configured. */
    unmeasured: 'MNB-5C0007',
    shown: 'MNB-5C0008',
    /** The board has not reported its converter. */
    nameless: 'MNB-5C0005',
  });
  for (const board of Object.values(boards)) {
    if (board !== boards.nameless) await board.publishConverter();
    await board.addToAccount(owner.request, product.url);
  }
  const sessions = {
    owner: await owner.context().storageState(),
    technician: await technician.context().storageState(),
  };

  interface Visit {
    who?: keyof typeof sessions;
    locale?: 'sk' | 'gb';
    /** Setup before the page is opened. */
    before?: (page: Page) => Promise<unknown>;
  }
  return {
    url: product.url,
    boards,
    technician: technician.request,
    /** A page with a controllable clock. */
    async open(path: string, { who = 'owner', locale = 'sk', before }: Visit = {}): Promise<Page> {
      const page = await product.visit({ locale, storageState: sessions[who] });
      await installClock(page);
      await before?.(page);
      await page.goto(path);
      return page;
    },
    async stop() {
      for (const board of Object.values(boards)) await board.leave();
      await product.stop();
    },
  };
}

/** One product for all device rules; each test has its own scripted board. */
export let world: Awaited<ReturnType<typeof createWorld>>;
export async function startWorld() {
  world = await createWorld();
}
