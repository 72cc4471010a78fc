import { expect, it } from 'vitest';
import { createMemoryPeers } from '../bus/memory-bus.ts';
import { NobodyThereError } from '../bus/peer-bus.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createCalls } from './calls.ts';

function twoServers() {
  const peers = createMemoryPeers();
  const clock = { a: 0, b: 0 };
  const failures: unknown[] = [];
  const dead = new Set<string>();
  const [a, b] = (['a', 'b'] as const).map((id) =>
    createCalls({
      peers: peers.join(id),
      sharedNow: () => clock[id],
      isDead: (other) => dead.has(other),
      onFailed: (error) => failures.push(error),
    }),
  ) as [ReturnType<typeof createCalls>, ReturnType<typeof createCalls>];
  return { a, b, clock, dead, failures };
}

it('a call runs on the other server, which answers', async () => {
  const { a, b } = twoServers();
  b.handle('command', async ({ n }: { n: number }) => ({ n: n + 1 }));
  expect(await a.forward('b', 'command', { n: 1 }, 1000)).toEqual({ n: 2 });
});

it('a call without a result resolves: JSON has no undefined', async () => {
  const { a, b } = twoServers();
  b.handle('send', async () => undefined);
  expect(await a.forward('b', 'send', {}, 1000)).toBeUndefined();
});

it('a call that arrives after its deadline is refused and not carried out', async () => {
  const { a, b, clock } = twoServers();
  let calls = 0;
  b.handle('command', async () => ++calls);
  clock.b = 2001;
  await expect(a.forward('b', 'command', {}, 1000)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
  clock.b = 2000;
  expect(await a.forward('b', 'command', {}, 1000)).toBe(1);
});

it('a refusal keeps its code and its details', async () => {
  const { a, b } = twoServers();
  b.handle('command', async () => {
    throw new ProblemError('VALUE_CHANGED', { current: 7 });
  });
  await expect(a.forward('b', 'command', {}, 1000)).rejects.toMatchObject({
    code: 'VALUE_CHANGED',
    body: { detail: 'VALUE_CHANGED', current: 7 },
  });
});

it('an error of the other server is logged there and answered as one', async () => {
  const { a, b, failures } = twoServers();
  b.handle('command', async () => {
    throw new Error('broken');
  });
  await expect(a.forward('b', 'command', {}, 1000)).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(failures).toHaveLength(1);
});

it('a kind of a newer version is refused', async () => {
  const { a } = twoServers();
  await expect(a.forward('b', 'update', {}, 1000)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
});

it('a server that is not there is told apart from one that does not answer', async () => {
  const { a, b, dead } = twoServers();
  b.handle('command', () => new Promise(() => {}));
  await expect(a.forward('nobody', 'command', {}, 1000)).rejects.toBeInstanceOf(NobodyThereError);
  await expect(a.run('nobody', 'command', {}, 1000)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
  await expect(a.forward('b', 'command', {}, 20)).rejects.toMatchObject({ code: 'NO_ANSWER' });
  const open = a.forward('b', 'command', {}, 60_000);
  dead.add('b');
  await expect(open).rejects.toMatchObject({ code: 'NO_ANSWER' });
});
