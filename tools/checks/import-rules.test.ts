import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../../.dependency-cruiser.mjs';
import { areas, readByAll, sharedFolders, wings } from '../../wings.mjs';
import { filesBelow } from '../env/files.mjs';

type Rows = Record<string, { uses: readonly string[] }>;
/** The first wing or area that this one may not import. */
const forbiddenTo = (name: string, rows: Rows) =>
  Object.keys(rows).find((other) => other !== name && !rows[name]?.uses.includes(other)) ?? '';
const plantArrow = (kind: string, folder: string, rows: Rows) =>
  Object.keys(rows).map((name) => {
    const other = forbiddenTo(name, rows);
    return [`${kind}-${name}`, `${folder}/${name}/planted.ts`, `../${other}/target.ts`] as const;
  });

/** One planted violation per row: the rule that must fail, the file, and its import. */
const violations = [
  ['no-cycles', 'apps/server/src/link/a.ts', './b.ts'],
  ['no-lost-imports', 'apps/board/src/lost.ts', './nowhere.ts'],
  ['contract-imports-nobody', 'packages/contract/src/bad.ts', 'kysely'],
  ['contract-imports-nobody', 'packages/contract/src/worse.ts', 'node:fs'],
  ['domain-imports-contract-only', 'packages/domain/src/bad.ts', 'node:fs'],
  ['domain-imports-contract-only', 'packages/domain/src/worse.ts', 'react'],
  ['domain-imports-contract-only', 'packages/domain/src/zod.ts', 'zod'],
  ['i18n-imports-contract-only', 'packages/i18n/src/bad.ts', 'react'],
  ['packages-import-no-app', 'packages/testkit/src/bad.ts', '../../../apps/server/src/link/b.ts'],
  ['testkit-for-tests-only', 'apps/server/src/uses-testkit.ts', '@manoboard/testkit/factories'],
  ['no-import-of-tests', 'apps/server/src/uses-test.ts', './link/link.test.ts'],
  ['no-import-of-tests', 'apps/server/src/uses-world.ts', '../test/world.ts'],
  ['no-import-of-tests', 'apps/console/src/lib/uses-helper.ts', '../testing/page.tsx'],
  ['apps-never-import-each-other', 'apps/board/src/bad.ts', '../../server/src/link/b.ts'],
  ...plantArrow('wing', 'apps/server/src/wings', wings),
  ...plantArrow('area', 'apps/console/src/areas', areas),
  ['server-shared-imports-no-wing', 'apps/server/src/http/bad.ts', '../wings/devices/devices.repo.ts'],
  ['server-shared-imports-no-wing', 'apps/server/src/base/bad.ts', '../wings/devices/devices.repo.ts'],
  ['server-shared-imports-no-wing', 'apps/server/src/bus/bus.ts', '../wings/devices/devices.repo.ts'],
  ['server-shared-imports-no-wing', 'apps/server/src/outbox/bad.ts', '../demo/seed.ts'],
  ['main-imports-no-wing', 'apps/server/src/main.ts', './wings/devices/devices.repo.ts'],
  ['wings-import-no-demo', 'apps/server/src/wings/fleet/bad.ts', '../../demo/seed.ts'],
  ['bench-imports-no-server', 'bench/worse.ts', '../apps/server/src/link/b.ts'],
  ['routes-call-services', 'apps/server/src/wings/devices/devices.routes.ts', './devices.repo.ts'],
  ['routes-call-services', 'apps/server/src/wings/users/users.routes.ts', 'kysely'],
  ['services-hold-no-sql', 'apps/server/src/wings/devices/devices.service.ts', 'kysely'],
  ['services-hold-no-sql', 'apps/server/src/app.ts', 'pg'],
  ['mqtt-in-link-only', 'apps/board/src/board.ts', 'mqtt'],
  ['mqtt-in-link-only', 'apps/server/src/live/bad.ts', 'aedes'],
  ['bus-client-in-bus-only', 'apps/server/src/live/worse.ts', '@nats-io/transport-node'],
  ['job-queue-in-jobs-only', 'apps/server/src/wings/inbox/inbox.service.ts', 'graphile-worker'],
  ['console-shared-imports-no-area', 'apps/console/src/lib/bad.ts', '../areas/account/login.tsx'],
  ['console-shared-imports-no-area', 'apps/console/src/ui/bad.tsx', '../areas/account/login.tsx'],
  ['console-shared-imports-no-area', 'apps/console/src/device/bad.ts', '../areas/account/login.tsx'],
  ['lib-imports-no-device', 'apps/console/src/lib/worse.ts', '../device/use-device.ts'],
  ['lib-imports-no-device', 'apps/console/src/ui/worse.tsx', '../device/use-device.ts'],
  ['areas-do-not-import-the-shell', 'apps/console/src/areas/pump/stats.tsx', '../../app/shell.tsx'],
  ['ui-knows-no-pump', 'apps/console/src/ui/gauge.tsx', '@manoboard/domain/pump/pump'],
  ['ui-knows-no-pump', 'apps/console/src/ui/gear.tsx', '../lib/http.ts'],
  ['e2e-imports-no-app', 'e2e/bad.spec.ts', '../apps/console/src/lib/http.ts'],
  ['e2e-knows-no-rules', 'e2e/worse.spec.ts', '@manoboard/domain/pump/pump'],
  ['bench-imports-no-tests', 'bench/bad.ts', '../apps/server/test/world.ts'],
] as const;

/** Allowed imports: none of these may fail. */
const allowed = [
  ['packages/contract/src/mqtt/topics.ts', 'zod'],
  ['packages/domain/src/pump/pump.ts', '@manoboard/contract/mqtt/topics'],
  ['packages/domain/src/pump/pump.test.ts', 'node:fs'],
  ['apps/server/src/link/broker.ts', 'aedes'],
  ['apps/server/src/link/link.test.ts', '@manoboard/testkit/factories'],
  ['apps/server/src/wings/devices/devices.repo.ts', 'kysely'],
  ['apps/server/src/wings/alerts/life/alerts.service.ts', './alerts.repo.ts'],
  ['apps/server/src/wings/alerts/delivery/plan.service.ts', '../life/alerts.repo.ts'],
  ['apps/server/src/wings/devices/delegation.service.ts', '../inbox/target.ts'],
  ['apps/server/src/db/db.ts', 'pg'],
  ['apps/console/src/app/shell.tsx', '../areas/account/login.tsx'],
  ['apps/console/src/areas/account/login.tsx', '../../ui/card.tsx'],
  ['apps/console/src/areas/pump/meter.ts', '../../device/use-device.ts'],
  ['apps/console/src/device/use-device.ts', '../lib/http.ts'],
  ['apps/board/src/link/mqtt-link.ts', 'mqtt'],
  ['apps/console/src/testing/page.tsx', '@manoboard/testkit/factories'],
  ['e2e/login.spec.ts', '@manoboard/testkit/factories'],
  ['bench/ingest.ts', 'mqtt'],
] as const;

const targets = {
  'apps/server/src/link/b.ts': "import './a.ts';",
  'apps/server/test/world.ts': '',
  'apps/server/src/wings/alerts/life/alerts.repo.ts': '',
  'apps/server/src/demo/seed.ts': '',
  'apps/console/src/ui/card.tsx': '',
  'apps/console/src/lib/http.ts': '',
  'packages/testkit/src/factories.ts': '',
};

let root: string;
let found: { rule: string; from: string; to: string }[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const [path, text] of Object.entries(targets)) write(path, text);
  for (const name of Object.keys(wings)) write(`apps/server/src/wings/${name}/target.ts`, '');
  for (const name of Object.keys(areas)) write(`apps/console/src/areas/${name}/target.ts`, '');
  for (const [path, target] of allowed) write(path, `import '${target}';`);
  for (const [, path, target] of violations) write(path, `import '${target}';`);
  for (const name of [
    'zod',
    'kysely',
    'pg',
    'mqtt',
    'aedes',
    'react',
    'use-intl',
    'graphile-worker',
    '@nats-io/transport-node',
  ]) {
    // Most packages are built: a rule must see those too.
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'dist/index.js' }));
    write(`node_modules/${name}/dist/index.js`, '');
  }
  for (const name of ['contract', 'domain', 'testkit']) {
    const exports = { './*': './src/*.ts' };
    write(`packages/${name}/package.json`, JSON.stringify({ name: `@manoboard/${name}`, exports }));
    mkdirSync(join(root, 'node_modules/@manoboard'), { recursive: true });
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@manoboard', name), 'junction');
  }
  const { summary } = await cruiseTree(root);
  found = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function cruiseTree(baseDir: string): Promise<ICruiseResult> {
  const { forbidden, options } = rules;
  const folders = ['packages', 'apps', 'e2e', 'bench'];
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  return output as ICruiseResult;
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('import rules', () => {
  it.each(violations)('%s fails when %s imports %s', (rule, path) =>
    expect(found.filter(({ from }) => from === path).map((violation) => violation.rule)).toContain(rule),
  );

  it.each(allowed)('%s may import %s', (path) =>
    expect(found.filter(({ from }) => from === path)).toEqual([]),
  );

  it('has a planted violation for every rule', () =>
    expect(new Set(violations.map(([rule]) => rule))).toEqual(
      new Set(rules.forbidden.map(({ name }) => name)),
    ));
});

describe('import rules of this repository', () => {
  interface Side {
    path?: string;
    pathNot?: string;
  }
  const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
  /** The module of an import as the rules see it; `npm run check` resolves all of them. */
  function resolved(from: string, target: string): string {
    if (target.startsWith('.')) return join(dirname(from), target).replaceAll('\\', '/');
    const [, name, path] = /^@manoboard\/(\w+)\/(.+)$/.exec(target) ?? [];
    if (name) return `packages/${name}/src/${path}.ts`;
    return target.startsWith('node:') ? target.slice('node:'.length) : `node_modules/${target}/`;
  }
  const imports = ['packages', 'apps', 'e2e', 'bench']
    .flatMap((folder) => filesBelow(join(REPOSITORY, folder)))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const from = relative(REPOSITORY, path).replaceAll('\\', '/');
      const targets = readFileSync(path, 'utf8').matchAll(/^(?:import|export|\} from)\b[^'\n]*'([^'\n]+)'/gm);
      return [...targets].map(([, target = '']) => ({ from, to: resolved(from, target) }));
    });

  /** A group of the importing path matches any folder here. */
  const matches = ({ path = '', pathNot }: Side, module: string) => {
    const fits = (pattern: string) => new RegExp(pattern.replaceAll(/\$\d/g, '[^/]+')).test(module);
    return fits(path) && !(pathNot && !/\$\d/.test(pathNot) && fits(pathNot));
  };

  const named = rules.forbidden as unknown as { name: string; from: Side; to: Side }[];
  it.each(named.map(({ name, from, to }) => [name, from, to] as const))(
    '%s matches files that import, and its forbidden modules are imported elsewhere',
    (_name, from, to) => {
      expect(imports.some((each) => matches(from, each.from))).toBe(true);
      expect(imports.some((each) => matches(to, each.to))).toBe(true);
    },
  );
});

describe('wings.mjs', () => {
  const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
  const SERVER = join(REPOSITORY, 'apps/server/src');
  const sources = filesBelow(SERVER).filter(
    (path) => /\.ts$/.test(path) && !/\.test\.ts$|\/migrations\//.test(path.replaceAll('\\', '/')),
  );
  const arrowTables = [
    ['the server', 'apps/server/src/wings', wings],
    ['the console', 'apps/console/src/areas', areas],
  ] as const;

  it.each(arrowTables)('lists exactly the folders of %s', (_app, folder, rows) =>
    expect(Object.keys(rows).sort()).toEqual(readdirSync(join(REPOSITORY, folder)).sort()),
  );

  it.each(arrowTables)('has no circle and no arrow that no import needs: %s', (_app, folder, rows: Rows) => {
    const reached = (name: string, path: readonly string[]): void => {
      expect(path, 'a circle').not.toContain(name);
      for (const other of rows[name]?.uses ?? []) reached(other, [...path, name]);
    };
    for (const name of Object.keys(rows)) reached(name, []);
    const unused = Object.entries(rows).flatMap(([name, { uses }]) =>
      uses.filter(
        (other) =>
          !filesBelow(join(REPOSITORY, folder, name)).some((path) =>
            new RegExp(`['"](\\.\\./)+${other}/`).test(readFileSync(path, 'utf8')),
          ),
      ),
    );
    expect(unused).toEqual([]);
  });

  const WRITE =
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|update|delete from|copy) (\w+)/g;
  /** A statement whose table is a variable: every table that the file lists counts. */
  const WRITE_ANY = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s)]/;
  const LISTED = /(?<!\()'(\w+)'/g;
  const READ = /\b(?:selectFrom|\w*[jJ]oin)\(\s*'(\w+)|\b(?:from|join) (\w+)/g;
  const schema = filesBelow(join(SERVER, 'db/tables'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^ {2}(\w+): \w+Table;/gm)])
    .map(([, name]) => name ?? '');

  interface Folder {
    uses?: readonly string[];
    owns?: readonly string[];
    reads?: readonly string[];
    writes?: readonly string[];
  }
  const folders: Record<string, Folder> = { ...wings, ...sharedFolders };
  /** `reads` or `writes` of all folders. */
  const listed = (key: 'reads' | 'writes') =>
    Object.entries(folders)
      .flatMap(([folder, row]) => (row[key] ?? []).map((table) => `${folder}: ${table}`))
      .sort();

  it('every SQL table has one owner', () => {
    const owned = Object.values(folders).flatMap(({ owns }) => owns ?? []);
    expect(owned.toSorted()).toEqual([...new Set(schema)].sort());
  });

  /** Tables of other owners that the files of a wing or a shared folder name in such a statement. */
  function findForeign(statement: RegExp): string[] {
    const foreign = new Set<string>();
    for (const path of sources) {
      const [first = '', second = ''] = relative(SERVER, path).split(/[\\/]/);
      const owner = first === 'wings' ? second : first;
      const code = readFileSync(path, 'utf8').replaceAll(/^ *(?:\/\/|\/\*\*|\*).*$/gm, '');
      const isAny = statement === WRITE && WRITE_ANY.test(code);
      for (const [, built, written] of [
        ...code.matchAll(statement),
        ...(isAny ? code.matchAll(LISTED) : []),
      ]) {
        const table = built ?? written ?? '';
        const isOwn = folders[owner]?.owns?.includes(table) ?? false;
        if (schema.includes(table) && !isOwn && owner !== 'demo') foreign.add(`${owner}: ${table}`);
      }
    }
    return [...foreign].sort();
  }

  it('only the owner of a table writes it; the list of foreign writes has no line too many', () =>
    expect(findForeign(WRITE)).toEqual(listed('writes')));

  it('others read only people, devices and access; the list of further foreign reads has no line too many', () =>
    expect(
      findForeign(READ).filter((line) => !readByAll.some((table) => line.endsWith(`: ${table}`))),
    ).toEqual(listed('reads')));
});
