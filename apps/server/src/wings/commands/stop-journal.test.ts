import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createStopJournal } from './stop-journal.ts';

it('a line that a power cut has truncated does not damage the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  const unused = { db: undefined, log: undefined, now: Date.now, onEnded: () => {} };
  const journal = createStopJournal({ ...unused, folder } as unknown as Parameters<
    typeof createStopJournal
  >[0]);
  const file = join(folder, 'stops.jsonl');
  await appendFile(file, '{"deviceKey":1,"comm');
  const line = { deviceKey: 1, command: { id: 'STOP1' } } as unknown as Parameters<typeof journal.begin>[0];
  await journal.begin(line);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.at(-1)).toBe(JSON.stringify(line));
  await rm(folder, { recursive: true });
});
