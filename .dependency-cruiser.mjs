import { areas, wings } from './wings.mjs';

/**
 * The import rules of ARCHITECTURE.md. Each rule has a planted violation in tools/checks/import-rules.test.ts,
 * which also proves that the modules of each rule are really imported in this tree.
 */

const TEST = String.raw`\.(test|spec|contract)\.tsx?$|^apps/[^/]+/(test|src/testing)/|^(e2e|bench|packages/testkit)/`;
const external = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})(/|$)`;

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object} to
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/**
 * One rule for each wing of the server or area of the console: it imports itself and those of its arrows.
 * @param {'wing' | 'area'} kind
 * @param {string} folder
 * @param {Record<string, { uses: string[] }>} rows
 */
const arrowRules = (kind, folder, rows) =>
  Object.entries(rows).map(([name, { uses }]) =>
    forbid(
      `${kind}-${name}`,
      'Only the arrows of wings.mjs lead to another wing or area; or compose them in app/, or subscribe to an event.',
      { path: `^${folder}/${name}/`, pathNot: TEST },
      { path: `^${folder}/`, pathNot: `^${folder}/(${[name, ...uses].join('|')})/` },
    ),
  );

export default {
  forbidden: [
    forbid('no-cycles', 'Import cycles are forbidden.', {}, { circular: true }),
    forbid(
      'no-lost-imports',
      'Every import must resolve; Vite resolves file URLs (?url).',
      {},
      { couldNotResolve: true, pathNot: String.raw`\?url$` },
    ),
    forbid(
      'contract-imports-nobody',
      'contract imports only itself and zod.',
      { path: '^packages/contract/', pathNot: TEST },
      { pathNot: `^packages/contract/|${external('zod')}` },
    ),
    forbid(
      'domain-imports-contract-only',
      'domain imports only contract: no Node module, no framework, no clock.',
      { path: '^packages/domain/', pathNot: TEST },
      { pathNot: '^packages/(domain|contract)/' },
    ),
    forbid(
      'i18n-imports-contract-only',
      'i18n imports only contract and use-intl.',
      { path: '^packages/i18n/', pathNot: TEST },
      { pathNot: `^packages/(i18n|contract)/|${external('use-intl')}` },
    ),
    forbid(
      'packages-import-no-app',
      'Shared packages do not import apps.',
      { path: '^packages/' },
      { path: '^apps/' },
    ),
    forbid(
      'testkit-for-tests-only',
      'Only tests import testkit.',
      { pathNot: TEST },
      { path: '^packages/testkit/', pathNot: String.raw`find-chromium\.mjs$` },
    ),
    forbid(
      'no-import-of-tests',
      'Product code does not import tests.',
      { pathNot: TEST },
      { path: String.raw`\.(test|spec|contract)\.tsx?$|^apps/[^/]+/(test|src/testing)/|^(e2e|bench)/` },
    ),
    forbid(
      'apps-never-import-each-other',
      'Apps communicate over MQTT and HTTP and never import each other.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    ...arrowRules('wing', 'apps/server/src/wings', wings),
    ...arrowRules('area', 'apps/console/src/areas', areas),
    forbid(
      'server-shared-imports-no-wing',
      'base bus cluster net http db frames link live mail jobs outbox audit-log state serve wings and know none.',
      {
        path: '^apps/server/src/(base|bus|cluster|net|http|db|frames|link|live|mail|jobs|outbox|audit-log|state)/',
        pathNot: TEST,
      },
      { path: '^apps/server/src/(wings/|demo/|cli/|app\\.ts|main\\.ts)' },
    ),
    forbid(
      'main-imports-no-wing',
      'Only app.ts, cli/ and demo/ know wings.',
      { path: '^apps/server/src/(main|server|site|wing|board-link)\\.ts$' },
      { path: '^apps/server/src/wings/' },
    ),
    forbid(
      'wings-import-no-demo',
      'The product does not depend on its demo, nor on its commands.',
      { path: '^apps/server/src/wings/', pathNot: TEST },
      { path: '^apps/server/src/(demo|cli)/' },
    ),
    forbid(
      'bench-imports-no-server',
      'Benchmarks use the programs.',
      { path: '^bench/' },
      { path: '^apps/server/src/' },
    ),
    forbid(
      'routes-call-services',
      'Routes call services and never import a repo or SQL.',
      { path: String.raw`\.routes\.ts$` },
      { path: String.raw`\.repo\.ts$|^apps/server/src/db/|${external('kysely', 'pg')}` },
    ),
    forbid(
      'services-hold-no-sql',
      'Services call repos; only repos and db/ contain SQL.',
      { path: '^apps/server/src/', pathNot: String.raw`\.repo\.ts$|^apps/server/src/db/|${TEST}` },
      { path: external('kysely', 'pg', 'pg-copy-streams') },
    ),
    forbid(
      'mqtt-in-link-only',
      'Only link/ imports the MQTT libraries.',
      { pathNot: `/src/link/|${TEST}` },
      { path: external('mqtt', 'mqtt-packet', 'aedes', 'aedes-persistence', 'mqemitter') },
    ),
    forbid(
      'job-queue-in-jobs-only',
      'graphile-worker is imported in jobs/ only.',
      { pathNot: `^apps/server/src/jobs/|${TEST}` },
      { path: external('graphile-worker') },
    ),
    forbid(
      'bus-client-in-bus-only',
      'The client of NATS is imported in bus/ only.',
      { pathNot: `^apps/server/src/bus/|${TEST}` },
      { path: external('@nats-io') },
    ),
    forbid(
      'console-shared-imports-no-area',
      'lib, ui and device serve areas and import none.',
      { path: '^apps/console/src/(lib|ui|device)/', pathNot: TEST },
      { path: '^apps/console/src/(areas|app)/' },
    ),
    forbid(
      'lib-imports-no-device',
      'app → areas → device → lib + ui: what knows a device belongs to device/.',
      { path: '^apps/console/src/(lib|ui)/', pathNot: TEST },
      { path: '^apps/console/src/device/' },
    ),
    forbid(
      'areas-do-not-import-the-shell',
      'app/ composes areas, not the other way round.',
      { path: '^apps/console/src/areas/', pathNot: TEST },
      { path: '^apps/console/src/app/' },
    ),
    forbid(
      'ui-knows-no-pump',
      'ui contains presentational components: no requests, no live data, no domain rules, no wire types.',
      { path: '^apps/console/src/ui/', pathNot: TEST },
      { path: '^apps/console/src/lib/|^packages/(contract|domain)/' },
    ),
    forbid(
      'e2e-imports-no-app',
      'Browser tests do not import the code under test.',
      { path: '^e2e/' },
      { path: '^apps/' },
    ),
    forbid(
      'e2e-knows-no-rules',
      'Expected values come from the contract, the texts and the test itself; the listed files still import domain.',
      { path: '^e2e/', pathNot: String.raw`^e2e/(reconnect/(changes|server-facts)|faults\.spec)\.ts$` },
      { path: '^packages/domain/' },
    ),
    forbid(
      'bench-imports-no-tests',
      'Benchmarks do not import test code of an app, except the faults of commands.',
      { path: '^bench/', pathNot: String.raw`^bench/commands\.ts$` },
      { path: '^apps/[^/]+/test/' },
    ),
  ],
  options: {
    parser: /** @type {const} */ ('swc'),
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)node_modules/' },
    /** Build output and runtime data. Anchored at the root, since dependencies have `dist` folders too. */
    exclude: { path: '^(apps/[^/]+/dist|data|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
