import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { type BoardClient, connectBoard } from './board-client.ts';
import { aReading, aRegistration } from './factories.ts';
import { startServerProgram } from './program.ts';
import type { createInstallation } from './program-folders.ts';
import { waitFor } from './wait-for.ts';

interface Row {
  id_dev: string;
  secret: string;
}

/** What the server acknowledged: frames, and accounts with a 201. */
export interface AcknowledgedWrites {
  frames: { deviceId: string; boot: number; seq: number }[];
  emails: string[];
}

interface LoadOptions {
  /** The time of a frame, Unix seconds. */
  atS?: (seq: number) => number;
  /** Starts another process, and returns how to kill it with the server. */
  startBeside?: () => Promise<() => void>;
}

/** Boards publish and users sign up as fast as possible until the server is killed (SIGKILL). */
async function load(
  server: Awaited<ReturnType<typeof startServerProgram>>,
  round: number,
  acknowledged: AcknowledgedWrites,
  { atS = () => Math.floor(Date.now() / 1000), startBeside }: LoadOptions,
) {
  const rows = JSON.parse(await readFile(server.ready.demo?.boardsFile ?? '', 'utf8')) as Row[];
  const gone = server.exitCode();
  const isGone = { now: false };
  gone.then(() => {
    isGone.now = true;
  });

  const url = server.ready.mqttUrl;
  // All boards connect before the load: a board that connects during the kill is refused.
  const boards = await Promise.all(
    rows.map(({ id_dev: deviceId, secret }) => connectBoard({ url, deviceId, secret, boot: round })),
  );
  const publish = async (board: BoardClient) => {
    board.client.on('error', () => {});
    for (let seq = 1; !isGone.now; seq++) {
      const isAcknowledged = board
        .publishTele({ seq, ts: atS(seq), d: aReading({ pressure: seq % 10 }) })
        .then(() => true);
      if (await Promise.race([isAcknowledged, gone.then(() => false)]).catch(() => false))
        acknowledged.frames.push({ deviceId: board.deviceId, boot: round, seq });
    }
    await board.client.endAsync(true);
  };
  const signUp = async () => {
    for (let i = 1; !isGone.now; i++) {
      const email = `round${round}-${i}@example.com`;
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(aRegistration({ email })),
      };
      const status = await fetch(`${server.ready.url}/api/auth/register`, init).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 201) acknowledged.emails.push(email);
    }
  };
  const killBeside = await startBeside?.();
  const work = Promise.all([...boards.map(publish), signUp()]);
  const isLoaded = () => acknowledged.frames.length >= round * 20 && acknowledged.emails.length >= round * 2;
  await waitFor(isLoaded, { what: 'acknowledged writes', timeoutMs: 60_000 });
  // A random delay: the kill must not wait for a quiet moment.
  await pause(Math.random() * 700);
  server.child.kill('SIGKILL');
  killBeside?.();
  await work;
}

export async function killUnderLoad(
  installation: Awaited<ReturnType<typeof createInstallation>>,
  rounds: number,
  options: LoadOptions = {},
): Promise<{ acknowledged: AcknowledgedWrites; startMs: number[] }> {
  const acknowledged: AcknowledgedWrites = { frames: [], emails: [] };
  const startMs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const begun = performance.now();
    const server = await startServerProgram({ ...installation.env, DEMO: '1', LOGINS_PER_MINUTE: '1000000' });
    startMs.push(performance.now() - begun);
    await load(server, round, acknowledged, options);
  }
  return { acknowledged, startMs };
}

/** Looks up every acknowledged item in the database; `packed` has the keys of frames in other tables. */
export async function findMissing(
  connection: ClientConfig,
  { frames, emails }: AcknowledgedWrites,
  packed: readonly string[] = [],
): Promise<AcknowledgedWrites & { doubled: number }> {
  const db = new Client(connection);
  await db.connect();
  const stored = await db.query<{ key: string }>(
    "select id_dev || ' ' || boot || ' ' || seq as key from frame join device on device.id = device_id",
  );
  const users = await db.query<{ email: string }>('select email from app_user');
  await db.end();
  const list = [...packed, ...stored.rows.map(({ key }) => key)];
  const keys = new Set(list);
  const known = new Set(users.rows.map(({ email }) => email));
  return {
    frames: frames.filter(({ deviceId, boot, seq }) => !keys.has(`${deviceId} ${boot} ${seq}`)),
    emails: emails.filter((email) => !known.has(email)),
    doubled: list.length - keys.size,
  };
}
