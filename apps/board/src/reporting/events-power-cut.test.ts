import type { Event } from '@manoboard/contract/mqtt/event';
import { expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createPowerCutDisk, type Loss, PowerCut } from '../../test/power-cut-disk.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createJournal } from '../outbox/outbox-journal.ts';
import { createEvents, type EventDetails } from './events.ts';

const dryRun: EventDetails = { code: 'DRY_RUN', sev: 'alarm', d: { pressure: 0.1 } };
type Files = ReadonlyMap<string, Uint8Array>;

/** A board's events and outbox on one disk, without a network. */
function start(files: Files, boot: number) {
  const clock = fakeClock();
  const power = createPowerCutDisk(files);
  const outbox = createOutbox(clock, createJournal(power.disk));
  const send = (message: Event) => outbox.add({ name: 'event', message });
  return { clock, power, outbox, events: createEvents({ clock, disk: power.disk, boot, send }) };
}

/** Power cut at a given disk step, or after the last one. */
function cutWhile(files: Files, boot: number, change: boolean | 'again', step: number, loss: Loss): Files {
  const { power, events } = start(files, boot);
  power.cutAfter(step);
  try {
    if (change === 'again') events.raise(dryRun);
    else events.set(dryRun, change);
  } catch (error) {
    if (!(error instanceof PowerCut)) throw error;
  }
  return power.survivors(loss);
}

/** Open alarms of the server after a restart that finds the tank dry or not and connects. */
async function standsAfter(files: Files, boot: number, isDry: boolean): Promise<number> {
  const { clock, events, outbox } = start(files, boot);
  const received: Event[] = [];
  events.set(dryRun, isDry);
  outbox.open(async ({ name, message }) => void (name === 'event' && received.push(message)));
  await clock.advance(0);
  const ids = (st: Event['st']) => new Set(received.filter((event) => event.st === st).map(({ id }) => id));
  const cleared = ids('cleared');
  return [...ids('raised')].filter((id) => !cleared.has(id)).length;
}

const STEPS = Array.from({ length: 12 }, (_, i) => i + 1);

it.each(['lost', 'kept', 'torn'] as const)(
  'a power cut at any step while an alarm is raised leaves one alarm, or none if it is over (%s)',
  async (loss) => {
    for (const step of STEPS) {
      const files = cutWhile(new Map(), 17, true, step, loss);
      expect(await standsAfter(files, 18, true), `step ${step}`).toBe(1);
      expect(await standsAfter(files, 18, false), `step ${step}`).toBe(0);
    }
  },
);

it.each(['lost', 'kept', 'torn'] as const)(
  'a power cut at any step while the pump is stopped again leaves one alarm, or none if it is over (%s)',
  async (loss) => {
    for (const step of STEPS) {
      const raised = cutWhile(new Map(), 17, true, 100, 'lost');
      const files = cutWhile(raised, 18, 'again', step, loss);
      expect(await standsAfter(files, 19, true), `step ${step}`).toBe(1);
      expect(await standsAfter(files, 19, false), `step ${step}`).toBe(0);
    }
  },
);

it.each(['lost', 'kept', 'torn'] as const)(
  'a power cut at any step while an alarm is cleared leaves none, or one if it is back (%s)',
  async (loss) => {
    const raised = cutWhile(new Map(), 17, true, 100, 'lost');
    for (const step of STEPS) {
      const files = cutWhile(raised, 18, false, step, loss);
      expect(await standsAfter(files, 19, false), `step ${step}`).toBe(0);
      expect(await standsAfter(files, 19, true), `step ${step}`).toBe(1);
    }
  },
);

it('an alarm open through many starts without a network is queued once', () => {
  let files = cutWhile(new Map(), 17, true, 100, 'lost');
  for (let boot = 18; boot < 30; boot++) files = cutWhile(files, boot, true, 100, 'lost');
  expect(start(files, 30).outbox.size()).toBe(1);
});
