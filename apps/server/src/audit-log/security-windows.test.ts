import { expect, it } from 'vitest';
import { createSecurityWindows, MACHINES, PEOPLE, type SecurityNote } from './security-windows.ts';

const failed = (change: Partial<SecurityNote> = {}): SecurityNote => ({
  kind: 'login',
  outcome: 'refused',
  code: 'LOGIN_BAD_CREDENTIALS',
  address: '203.0.113.9',
  email: 'jan@example.com',
  ...change,
});

it('the first events are stored alone, the others as one number at the end of the minute', () => {
  const windows = createSecurityWindows(PEOPLE);
  windows.end(0);
  const stored = Array.from({ length: 1000 }, () => windows.take(failed())).filter(Boolean);
  expect(stored).toHaveLength(3);
  expect(windows.end(59_999)).toEqual([]);
  expect(windows.end(60_000)).toEqual([{ ...failed(), count: 997 }]);
  expect(windows.end(120_000)).toEqual([]);
  expect(windows.take(failed())).toMatchObject({ count: 1 });
});

it('a flood from many addresses at many accounts is one counted entry beside the first hundred', () => {
  const windows = createSecurityWindows(PEOPLE);
  windows.end(0);
  const stored = Array.from({ length: 10_000 }, (_, n) =>
    windows.take(failed({ address: `198.51.100.${n % 250}`, email: `${n}@example.com` })),
  ).filter(Boolean);
  expect(stored).toHaveLength(103);
  const ended = windows.end(60_000);
  expect(ended).toEqual([
    { kind: 'login', outcome: 'refused', code: 'LOGIN_BAD_CREDENTIALS', count: 10_000 - 103 },
  ]);
});

it('logins of a thousand people in a minute are all stored, also during a flood', () => {
  const windows = createSecurityWindows(PEOPLE);
  windows.end(0);
  for (let n = 0; n < 500; n++) windows.take(failed({ address: `${n}` }));
  const stored = Array.from({ length: 1000 }, (_, userId) =>
    windows.take({ kind: 'login', outcome: 'done', userId, address: '192.0.2.1' }),
  );
  expect(stored.every((note) => note?.count === 1)).toBe(true);
});

it('a board that tries every minute is two entries an hour, and a fleet of such boards at most 42', () => {
  const board = (machine: string): SecurityNote => ({
    kind: 'board',
    outcome: 'refused',
    address: machine,
    machine,
  });
  const entriesOf = (boards: number) => {
    const windows = createSecurityWindows(MACHINES);
    windows.end(0);
    let entries = 0;
    for (let minute = 1; minute <= 3 * 60; minute++) {
      for (let n = 0; n < boards; n++) if (windows.take(board(`MNB-${n}`))) entries++;
      entries += windows.end(minute * 60_000).length;
    }
    return entries;
  };
  expect(entriesOf(1)).toBe(3 * 2);
  expect(entriesOf(30)).toBe(3 * 42);
});
