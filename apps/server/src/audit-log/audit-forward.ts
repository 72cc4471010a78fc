import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QuietWarn } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { findHead, listRows } from './audit.repo.ts';
import type { AuditRow } from './audit-chain.ts';

const EVERY_MS = 1000;
const SLICE = 500;
const CURSOR_FILE = 'audit-forward.txt';

interface Needs {
  db: Db;
  /** `stdout`, or a file to which lines are appended. */
  target: string;
  /** Keeps the number of the last forwarded row, so that a restart goes on there. */
  stateDir: string;
  quietWarn: QuietWarn;
}

/** With number and hash of the row: the receiver can prove that the log was cut later. */
const lineOf = ({ seq, at, entry, hash }: AuditRow) =>
  `${JSON.stringify({ seq, at: at.toISOString(), hash: hash.toString('hex'), ...JSON.parse(entry) })}\n`;

const writeTo = (target: string, text: string): Promise<void> =>
  target === 'stdout'
    ? new Promise((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done())))
    : appendFile(target, text, { mode: 0o600 });

/**
 * Forwards every row of the log, of commands too, as a line of JSON, at least once: after a crash some may come again, with the
 * same number. The first start begins at the end of the log. Each server with this setting forwards all rows.
 */
export function createAuditForward({ db, target, stateDir, quietWarn }: Needs) {
  const cursorFile = join(stateDir, CURSOR_FILE);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function keep(seq: number): void {
    writeFileSync(`${cursorFile}.new`, `${seq}\n`, { mode: 0o600 });
    renameSync(`${cursorFile}.new`, cursorFile);
  }

  async function forwardAll(): Promise<void> {
    if (!existsSync(cursorFile)) keep((await findHead(db))?.seq ?? 0);
    for (;;) {
      const rows = await listRows(db, Number(readFileSync(cursorFile, 'utf8')), SLICE);
      const last = rows.at(-1);
      if (!last) return;
      await writeTo(target, rows.map(lineOf).join(''));
      keep(last.seq);
    }
  }

  function forward(): Promise<void> {
    running ??= forwardAll()
      .catch((error: Error) =>
        quietWarn('audit-forward', { reason: error.message }, 'the log cannot be forwarded now'),
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    forward,
    async start() {
      await forward();
      timer = setInterval(() => void forward(), EVERY_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await forward();
    },
  };
}
