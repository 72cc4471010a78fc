import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig, SETTING_NAMES } from '../src/base/config.ts';
import { createMetrics } from '../src/base/metrics.ts';
import { insertRun, updateRun } from '../src/wings/installation/backups/backups.repo.ts';
import { startWorld, type World } from './world.ts';

const RULES = fileURLToPath(new URL('../../../deploy/prometheus-rules.yml', import.meta.url));
const PROMTOOL = '/usr/bin/promtool';

const deployed = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
const TOKEN = 'token-of-device-metrics';

/** On a loaded machine promtool takes half a minute. */
vi.setConfig({ testTimeout: 120_000 });

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { DEVICE_METRICS_TOKEN: TOKEN } });
});
afterAll(() => world.stop());

const scrape = async () => (await fetch(`${world.server.url}/metrics`)).text();

it('/metrics has the version, the database, alerts, deliveries and the time of requests by route', async () => {
  await fetch(`${world.server.url}/api/users/me`);
  const text = await scrape();
  expect(text).toMatch(/^manoboard_build_info\{version="[\d.]+"\} 1$/m);
  expect(text).toMatch(/^manoboard_database_up 1$/m);
  expect(text).toMatch(/^manoboard_alerts_open\{severity="alarm"\} 0$/m);
  expect(text).toMatch(/^manoboard_alert_deliveries\{state="due"\} 0$/m);
  expect(text).toMatch(
    /^manoboard_http_request_seconds_count\{method="GET",route="\/api\/users\/me",status="4xx"\} 1$/m,
  );
});

it('the version of the package is that of /api/version, of the figures and of the description of the API', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const answer = await fetch(`${world.server.url}/api/version`);
  expect(await answer.json()).toEqual({ version });
  expect(await scrape()).toContain(`manoboard_build_info{version="${version}"} 1`);
  const description = new URL('../../../docs/openapi.json', import.meta.url);
  expect(JSON.parse(readFileSync(description, 'utf8')).info.version).toBe(version);
});

it('every metric that a rule of Prometheus names is in /metrics', async () => {
  const text = await scrape();
  const names = new Set(readFileSync(RULES, 'utf8').match(/manoboard_\w+/g));
  expect(names.size).toBeGreaterThan(9);
  const missing = [...names].filter(
    (name) => !text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `),
  );
  expect(missing).toEqual([]);
});

it('every metric that a dashboard of Grafana names is in /metrics or /metrics/devices', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const devices = await (await fetch(`${world.server.url}/metrics/devices`, { headers })).text();
  const text = (await scrape()) + devices;
  for (const [name, least] of [
    ['operator', 15],
    ['pump', 12],
  ] as const) {
    const { panels } = JSON.parse(deployed(`grafana/${name}.json`)) as {
      panels: { targets: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    const names = new Set(expressions.match(/\b(manoboard|process|nodejs)_\w+/g));
    expect(names.size).toBeGreaterThan(least);
    const missing = [...names].filter(
      (each) => !text.includes(`# TYPE ${each.replace(/_(count|bucket)$/, '')} `),
    );
    expect(missing).toEqual([]);
  }
});

it('compose.yaml gives the server settings that exist, with values that are accepted', () => {
  const given: Record<string, string> = {
    DOMAIN: 'pumps.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'no-reply@example.com',
  };
  const [, settings = ''] = /\n {4}environment:\n([\s\S]*?)\n {4}ports:/.exec(deployed('compose.yaml')) ?? [];
  const env = Object.fromEntries(
    [...settings.matchAll(/^ {6}(\w+): "?(.*?)"?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(
        /\$\{(\w+)[^}]*\}/g,
        (_all, variable: string) => given[variable] ?? 'sixteen-characters',
      ),
    ]),
  );
  expect(Object.keys(env).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  expect(readConfig({ HOST: '0.0.0.0', ...env }).TRUSTED_PROXIES).toBe('172.29.0.2');
});

it('what a server does not have has no sample: a bus, a broker, scheduled backups', async () => {
  const run = await insertRun(world.db, 'server', new Date());
  await updateRun(world.db, run, { finished_at: new Date(), error: 'the disk is full' });
  expect(await scrape()).not.toMatch(/^manoboard_(bus|backup)_\w+ /m);
  expect(await createMetrics().registry.metrics()).not.toMatch(/^manoboard_(bus|broker|backup)_\w+ /m);
  const { watchValue, registry } = createMetrics();
  const values = [7, undefined];
  watchValue({ name: 'known_once', help: 'A figure' }, async () => values.shift());
  expect(await registry.metrics()).toMatch(/^known_once 7$/m);
  expect(await registry.metrics()).not.toMatch(/^known_once /m);
});

const TWO_DAYS = '48h';

/** Two days of a server whose every sample stays what it is now, as a test of promtool; its clock begins at 0. */
function steadyServer(samples: string, nowS: number) {
  const rules = readFileSync(RULES, 'utf8');
  const read = new Set(rules.match(/manoboard_\w+/g));
  const series = [...samples.matchAll(/^((\w+)(?:\{.*\})?) (\S+)$/gm)]
    .filter(([, , name = '']) => read.has(name))
    .map(([, labelled, name = '', value]) => {
      const shown = name.endsWith('_timestamp_seconds') ? Number(value) - nowS : value;
      return { series: labelled, values: `${shown}x600` };
    });
  const quiet = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alertname]) => ({
    eval_time: TWO_DAYS,
    alertname,
  }));
  return {
    rule_files: [RULES],
    evaluation_interval: '5m',
    tests: [
      {
        interval: '5m',
        input_series: [{ series: 'up{job="manoboard"}', values: '1x600' }, ...series],
        alert_rule_test: quiet,
      },
    ],
  };
}

it.runIf(existsSync(PROMTOOL))(
  'no rule of Prometheus fires for two days of a server that is alone and well',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manoboard-rules-'));
    const file = join(folder, 'steady.yml');
    const promtool = async (samples: string) => {
      await writeFile(file, JSON.stringify(steadyServer(samples, Date.now() / 1000)));
      return spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' });
    };
    const samples = await scrape();
    expect(steadyServer(samples, 0).tests[0]?.input_series.length).toBeGreaterThan(10);
    expect(await promtool(samples)).toMatchObject({ status: 0, stderr: '' });
    // The same test fails for a server that is not well.
    const ill = await promtool(samples.replace(/^manoboard_database_up 1$/m, 'manoboard_database_up 0'));
    expect(ill.stdout + ill.stderr).toContain('ManoboardDatabaseDown');
    await rm(folder, { recursive: true });
  },
);

it.runIf(existsSync(PROMTOOL))(
  'promtool accepts the metrics, and the rules do what their tests say',
  async () => {
    const input = await scrape();
    expect(execFileSync(PROMTOOL, ['check', 'metrics'], { input, encoding: 'utf8', stdio: 'pipe' })).toBe('');
    const tests = RULES.replace('.yml', '.test.yml');
    expect(execFileSync(PROMTOOL, ['test', 'rules', tests], { encoding: 'utf8' })).toContain('SUCCESS');
    const config = RULES.replace('prometheus-rules.yml', 'compose/prometheus.yml');
    execFileSync(PROMTOOL, ['check', 'config', '--syntax-only', config], { stdio: 'pipe' });
  },
);
