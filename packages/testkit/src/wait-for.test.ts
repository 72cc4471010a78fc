import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

describe('waitFor', () => {
  it('returns the first truthy value', async () => {
    let calls = 0;
    expect(await waitFor(() => ++calls === 3 && `calls ${calls}`, { everyMs: 1 })).toBe('calls 3');
  });

  it('an error counts as not yet', async () => {
    let calls = 0;
    const flaky = () => {
      if (++calls < 3) throw new Error('not yet');
      return calls;
    };
    expect(await waitFor(flaky, { everyMs: 1 })).toBe(3);
  });

  it('a timeout reports what it waited for and the last error', async () => {
    const never = () => Promise.reject(new Error('no board'));
    const waiting = waitFor(never, { timeoutMs: 5, everyMs: 1, what: 'a board' });
    await expect(waiting).rejects.toThrow('waited 5 ms for a board, in vain');
    await expect(waiting).rejects.toMatchObject({ cause: new Error('no board') });
  });
});

it('freePort stays below the ephemeral ports and returns no port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  for (const port of ports) expect(port).toBeLessThan(32_768);
  expect(new Set(ports).size).toBe(ports.length);
});
