import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import { freePort } from '@manoboard/testkit/free-port';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readNumbers } from '../lib/options.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { percentile, report } from '../lib/report.ts';

/**
 * The whole path from a fault of a simulated pump to the first mail to its owner: server, broker, database and boards as
 * programs, in real time. Each fault on two different pumps; the first mail has to name the right kind and values.
 */
const { minutes, warmup } = readNumbers({ minutes: 25, warmup: 90 });

interface Case {
  fault: string;
  params: Record<string, number>;
  /** The kind that the first mail names. */
  kind: RuleKind;
  /** What the sentence of the mail has to contain: a number with its unit. */
  value: RegExp;
}
const CASES: readonly Case[] = [
  { fault: 'dry_run', params: {}, kind: 'dry_run', value: /\d (Hz|bar|kW|W)/ },
  { fault: 'pipe_burst', params: { flow_lpm: 400 }, kind: 'pipe_burst', value: /\d (Hz|bar|kW|W)/ },
  { fault: 'blocked_outlet', params: { sensor_side: 0 }, kind: 'no_flow', value: /\d (Hz|bar|kW|W)/ },
  { fault: 'sensor_break', params: { reading_v: 0 }, kind: 'sensor_fault', value: /\d (V|bar)/ },
  { fault: 'sensor_break', params: { reading_v: 11 }, kind: 'sensor_fault', value: /\d (V|bar)/ },
  { fault: 'under_voltage', params: { mains_v: 130 }, kind: 'under_voltage', value: /\d V/ },
  { fault: 'fc_link_loss', params: {}, kind: 'fc_link_lost', value: /\d/ },
  { fault: 'clock_unset', params: {}, kind: 'clock_unset', value: /\d/ },
];
/** A booster of a house, and two pumps in series with a sensor of 25 bar. */
const PUMPS = [
  { scenario: 'household', fc_type: 'GD10', config: {} },
  {
    scenario: 'tall_house',
    fc_type: 'GD200A',
    config: { pressure: { min: 3, max: 20, normalizer: 10, sensor_max: 25 } },
  },
] as const;

interface Mail {
  subject: string;
  text: string;
  atMs: number;
}

const installation = await createInstallation();
const server = await startServerProgram(installation.env);
const { connection } = await installation.postgres();
const db = new Client(connection);
await db.connect();
const rows = PUMPS.flatMap((pump) => CASES.map((each) => ({ ...each, ...pump })));
const credentials = await seedFleet(db, rows.length, rows.length);
const boards = rows.map((row, at) => ({ ...row, id: credentials[at]?.deviceId ?? '' }));
const boardsFile = join(installation.root, 'boards.json');
const lines = boards.map(({ id, scenario, fc_type }, at) => ({
  fc_type,
  id_dev: id,
  secret: credentials[at]?.secret,
  scenario,
}));
await writeFile(boardsFile, JSON.stringify(lines));

await db.query(`
  insert into app_user (email, password_hash, name, surname, terms_accepted_at, email_confirmed_at)
  values ('fleet0@example.com', 'x', 'Peter', 'Horváth', now(), now())`);
await db.query(
  "insert into user_role (user_id, role) select id, 'Technician' from app_user where email = 'fleet0@example.com'",
);
const cookie = await loginOwner(db, 0);

/** By a technician, as people do: without it a pump of 8 bar exceeds the default bounds and is stopped. */
async function configure({ id, config }: (typeof boards)[number]): Promise<void> {
  const answer = await fetch(`${server.ready.url}/api/devices/${id}/config`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ version: 0, config }),
  });
  if (!answer.ok) throw new Error(`${id}: ${await answer.text()}`);
}
for (const board of boards) if ('pressure' in board.config) await configure(board);
const panelPort = await freePort();
const fleet = startProgram('apps/board/dist/main.mjs', [
  ...['fleet', '--mqtt', server.ready.mqttUrl, '--credentials', boardsFile],
  ...['--state', join(installation.root, 'boards'), '--panel', String(panelPort)],
]);
await fleet.message<boolean>('ready');

/** The first mail about a board after this time. */
async function firstMail(id: string, fromMs: number): Promise<Mail | undefined> {
  const folder = join(installation.env.DATA_DIR, 'mail');
  const names = (await readdir(folder).catch(() => [])).sort();
  for (const name of names) {
    const content = await readFile(join(folder, name), 'utf8');
    const [head = '', ...text] = content.split('\n\n');
    const atMs = Date.parse(/^Date: (.*)$/m.exec(head)?.[1] ?? '');
    if (atMs < fromMs || !content.includes(id)) continue;
    return { subject: /^Subject: (.*)$/m.exec(head)?.[1] ?? '', text: text.join('\n\n'), atMs };
  }
  return undefined;
}

async function switchOn({ id, fault, params }: (typeof boards)[number]): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${panelPort}/boards/${id}/faults/${fault}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on: true, params }),
  });
  if (!answer.ok) throw new Error(`${id} ${fault}: ${await answer.text()}`);
}

await pause(1000 * warmup);
const faultyMs = Date.now();
for (const board of boards) await switchOn(board);
const found = new Map<string, Mail>();
while (found.size < boards.length && Date.now() - faultyMs < 60_000 * minutes) {
  await pause(2000);
  for (const { id } of boards) {
    const mail = found.has(id) ? undefined : await firstMail(id, faultyMs);
    if (mail) found.set(id, mail);
  }
}

const results = boards.map(({ id, scenario, fault, params, kind, value }) => {
  const mail = found.get(id);
  const isNamed = mail?.subject.includes(alertTitles(kind).sk) ?? false;
  const hasValues = mail ? value.test(mail.text) : false;
  const verdict = !mail ? 'NO MAIL' : !isNamed ? 'WRONG NAME' : hasValues ? 'right' : 'NO VALUES';
  const seconds = mail ? Math.round((mail.atMs - faultyMs) / 1000) : Number.NaN;
  console.log(
    `${scenario} ${fault} ${JSON.stringify(params)}: ${verdict}, ${seconds} s, ${mail?.subject ?? '-'}`,
  );
  if (mail && verdict !== 'right') console.log(mail.text);
  return { verdict, seconds };
});
await fleet.stop();
await db.end();
await server.stop();
await installation.remove();

const right = results.filter(({ verdict }) => verdict === 'right');
const delays = right.map(({ seconds }) => seconds);
report({
  name: 'first-mail',
  what: `from a fault to the first mail, ${CASES.length} faults on ${PUMPS.length} pumps (${PUMPS.map(({ scenario }) => scenario).join(', ')}), in real time`,
  result: `${right.length} of ${results.length} with the right name and values; delay ${percentile(delays, 0.5)} s in the middle, ${Math.max(...delays)} s at most`,
  aim: 'all right',
});
