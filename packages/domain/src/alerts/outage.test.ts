import { describe, expect, it } from 'vitest';
import {
  commonOutage,
  isAffected,
  type Outage,
  type OutageFacts,
  serverOutage,
  stepOutage,
} from './outage.ts';

const S = 1000;
const MIN = 60 * S;
const START = 1_000_000 * S;

/** So many boards, lost at this time. */
const lost = (count: number, atMs: number) => Array.from({ length: count }, () => atMs);

const facts = (change: Partial<OutageFacts>): OutageFacts => ({
  atMs: START,
  isBrokerUp: true,
  online: 100,
  lostMs: [],
  ...change,
});

/** The outages after each of these facts. */
function run(...steps: Partial<OutageFacts>[]): (Outage | null)[] {
  const outages: (Outage | null)[] = [];
  for (const step of steps) outages.push(stepOutage(outages.at(-1) ?? null, facts(step)));
  return outages;
}

describe('an outage begins', () => {
  it.each([
    ['five of five boards are lost: too few for a common cause', 0, 5, null],
    ['six of six boards are lost', 0, 6, 'many'],
    ['a fifth of the boards is lost', 80, 20, null],
    ['more than a fifth of the boards is lost', 79, 21, 'many'],
  ])('%s', (_case, online, away, cause) =>
    expect(run({ online, lostMs: lost(away, START - S) })[0]?.cause ?? null).toBe(cause),
  );

  it('not for boards that are lost one after the other, over more than a minute', () => {
    const lostMs = [...lost(15, START - 61 * S), ...lost(15, START)];
    expect(run({ online: 70, lostMs })).toEqual([null]);
  });

  it('when the broker does not answer, also before boards are lost', () =>
    expect(run({ isBrokerUp: false })[0]).toMatchObject({ cause: 'broker', devices: 0, isRaised: false }));

  it('with the first loss, and the broker becomes its cause when it fails', () => {
    const lostMs = lost(50, START);
    const [many, broker] = run(
      { atMs: START + 2 * S, online: 50, lostMs },
      { atMs: START + 9 * S, online: 0, lostMs: [...lostMs, ...lost(50, START + 8 * S)], isBrokerUp: false },
    );
    expect(many).toMatchObject({ cause: 'many', sinceMs: START, devices: 50 });
    expect(broker).toMatchObject({ cause: 'broker', sinceMs: START, untilMs: null, devices: 100 });
  });
});

describe('an alert', () => {
  const lostMs = lost(100, START);
  it('is raised after a minute', () => {
    const [before, after] = run(
      { atMs: START + 59 * S, online: 0, lostMs },
      { atMs: START + 60 * S, online: 0, lostMs },
    );
    expect([before?.isRaised, after?.isRaised]).toEqual([false, true]);
  });

  it('is not raised when the boards are back before', () =>
    expect(run({ atMs: START + S, online: 0, lostMs }, { atMs: START + 30 * S, online: 100 })[1]).toBeNull());

  it('is not raised for a broker without boards', () =>
    expect(
      run({ isBrokerUp: false, online: 0 }, { atMs: START + 5 * MIN, isBrokerUp: false, online: 0 })[1],
    ).toMatchObject({ isRaised: false }));
});

describe('an outage ends', () => {
  const begin = { atMs: START + 10 * S, online: 0, lostMs: lost(100, START) };
  it('when four fifths of its boards are back', () => {
    const [, lasts] = run(begin, { atMs: START + 2 * MIN, online: 79, lostMs: lost(21, START) });
    expect(lasts).toMatchObject({ devices: 100 });
    expect(run(begin, { atMs: START + 2 * MIN, online: 80, lostMs: lost(20, START) })[1]).toBeNull();
  });

  it('five minutes after the broker answers, whoever is back', () => {
    const down = { ...begin, isBrokerUp: false };
    const [, up, waits, over] = run(
      down,
      { ...begin, atMs: START + 10 * MIN },
      { ...begin, atMs: START + 14 * MIN },
      { ...begin, atMs: START + 15 * MIN },
    );
    expect(up).toMatchObject({ cause: 'broker', untilMs: START + 10 * MIN });
    expect(waits).not.toBeNull();
    expect(over).toBeNull();
  });

  it('never while the broker is down', () =>
    expect(
      run({ ...begin, isBrokerUp: false }, { ...begin, atMs: START + 99 * 60 * MIN, isBrokerUp: false })[1],
    ).not.toBeNull());

  it('after six hours without the boards: they are offline by themselves', () =>
    expect(run(begin, { ...begin, atMs: START + 6 * 60 * MIN })[1]).toBeNull());

  it('and its boards do not begin it again', () =>
    expect(
      run(
        begin,
        { ...begin, atMs: START + 6 * 60 * MIN },
        { ...begin, atMs: START + 6 * 60 * MIN + 10 * S },
      )[2],
    ).toBeNull());
});

describe('the outage of a server', () => {
  const down = (minutes: number, devices: number) =>
    serverOutage({ lastSeenMs: START - minutes * MIN, devices }, { atMs: START, online: 0 });

  it.each([
    ['a restart of a minute', 1, 100, false],
    ['two minutes', 2, 100, true],
    ['an hour without boards before', 60, 0, false],
  ])('%s', (_case, minutes, devices, isRaised) =>
    expect(stepOutage(down(minutes, devices), facts({ online: 0 }))?.isRaised ?? false).toBe(isRaised),
  );

  it('ends when its boards are back, or after five minutes', () => {
    const outage = down(10, 100);
    const after = (atMs: number, online: number) => stepOutage(outage, facts({ atMs, online }));
    expect(after(START + MIN, 79)).toMatchObject({ cause: 'server', devices: 100 });
    expect(after(START + MIN, 80)).toBeNull();
    expect(after(START + 5 * MIN, 0)).toBeNull();
  });

  it('of another server counts boards that come to this one', () => {
    const outage = serverOutage({ lastSeenMs: START - 5 * MIN, devices: 50 }, { atMs: START, online: 200 });
    expect(stepOutage(outage, facts({ atMs: START + S, online: 200 }))).not.toBeNull();
    expect(stepOutage(outage, facts({ atMs: START + S, online: 245 }))).toBeNull();
  });
});

it('a board that is lost long after the others is offline by itself', () => {
  const [outage] = run({ online: 0, lostMs: lost(100, START) });
  if (!outage) throw new Error('no outage');
  expect([START - 1, START, START + 3 * MIN, START + 4 * MIN].map((ms) => isAffected(outage, ms))).toEqual([
    ...[false, true, true, false],
  ]);
});

describe('outages of several servers', () => {
  const outage: Outage = {
    cause: 'many',
    sinceMs: START,
    untilMs: START,
    devices: 30,
    onlineBefore: 0,
    isRaised: true,
  };
  it('are one, with the sum of the boards', () =>
    expect(commonOutage([outage, { ...outage, cause: 'broker', sinceMs: START - S }, null])).toEqual({
      cause: 'broker',
      sinceMs: START - S,
      devices: 60,
    }));

  it('that are too short for an alert are none', () =>
    expect(commonOutage([{ ...outage, isRaised: false }])).toBeNull());
});
