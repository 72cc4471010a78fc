import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than 15 s, the longest first. */
const LONG = [
  ...[
    'commissioning',
    'device-rules',
    'failures',
    'overview',
    'delivery',
    'faults',
    'commands',
    'device-tools',
    'demo',
  ],
  ...['app', 'session', 'reconnect', 'device-access', 'first-pump'],
]
  .map((name) => `e2e/${name}.spec.ts`)
  .concat(
    [
      'program',
      'matrix',
      'firmware-board',
      'enrol',
      'fuzz',
      'backup',
      'demo-database',
      'kill',
      'cluster-programs',
      'one-server',
    ].map((name) => `server/test/${name}.test.ts`),
  );
function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
  return at === -1 ? LONG.length : at;
}

/** Starts the long files of a project first: a long file that starts last would leave one core idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const byProject = Map.groupBy(await super.sort(files), ({ project: { name } }) => name);
    return [...byProject.values()].flatMap((group) =>
      group.toSorted((one, other) => rank(one) - rank(other)),
    );
  }
}

const project = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
});

/** Files of one worker share their modules, whose state is in what they create: loading the server takes 2 s a file. */
const SHARED_MODULES = { isolate: false };

/** Node runs the TypeScript of these files itself: no transform, and no getter at each use of an import. */
const BY_NODE = { ...SHARED_MODULES, experimental: { viteModuleRunner: false, nodeLoader: false } };

/** With every library that imports one of them: a second copy has contexts of its own. */
const LARGE_LIBRARIES = ['@base-ui/react', '@tabler/icons-react', '@tanstack/react-router'];

/** The programs that tests start. */
const BUILD = 'tools/commands/check/test-setup.mjs';

/** Starts the built server. */
const RELEASE = 'tools/release/*.test.ts';

const IN_BROWSER = {
  globalSetup: [BUILD, 'e2e/template.setup.ts'],
  setupFiles: 'e2e/test-setup.ts',
  ...SHARED_MODULES,
  /** As the browser's own waits. */
  expect: { poll: { timeout: 30_000 } },
  /** A browser test is a whole errand of a person, and several wait for what a board does in its own time. */
  testTimeout: 120_000,
  hookTimeout: 180_000,
  maxConcurrency: 2,
  /** A browser keeps a core busy: with four on two cores, pages miss the moments of their polls. */
  maxWorkers: Math.max(3, availableParallelism() - 1),
  /** After all others: what needs both cores for itself would keep the browser waiting. */
  sequence: { groupOrder: 1 },
};

/** `npm run cli -- looks`: minutes of pictures. Every route for five visitors in each language, theme and width takes half an hour. */
const LOOKS = ['screens', 'budgets', ...(process.env.LOOKS_EVERY ? ['routes'] : [])].map(
  (name) => `e2e/looks/${name}.spec.ts`,
);

export default defineConfig({
  test: {
    /** More files at once than cores: many of them wait for a database, a board or a timer. */
    maxWorkers: availableParallelism() + 2,
    /** A file or a test that needs more says so. */
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongFirst },
    projects: [
      project('pure', ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'], {
        ...BY_NODE,
        exclude: [RELEASE],
      }),
      project('board', ['apps/board/src/**/*.test.ts', 'apps/board/test/**/*.test.ts'], BY_NODE),
      project('console', ['apps/console/src/**/*.test.{ts,tsx}'], {
        environment: './apps/console/src/testing/shared-window.ts',
        setupFiles: 'apps/console/src/testing/test-setup.ts',
        ...SHARED_MODULES,
        /** A thread starts faster than a process; one file for each library instead of hundreds loads faster. */
        pool: 'threads',
        deps: { optimizer: { client: { enabled: true, include: LARGE_LIBRARIES } } },
      }),
      project('server', ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts', RELEASE], {
        globalSetup: [BUILD, 'apps/server/test/postgres.setup.ts'],
        setupFiles: 'apps/server/test/cheap-hashes.setup.ts',
        ...SHARED_MODULES,
      }),
      project('e2e', ['e2e/*.spec.ts'], IN_BROWSER),
      ...(process.env.LOOKS ? [project('looks', LOOKS, IN_BROWSER)] : []),
    ],
  },
});
