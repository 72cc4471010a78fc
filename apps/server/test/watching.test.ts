import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig, SETTING_NAMES } from '../src/base/config.ts';
import { startWorld, type World } from './world.ts';

const RULES = fileURLToPath(new URL('../../../deploy/prometheus-rules.yml', import.meta.url));
const PROMTOOL = '/usr/bin/promtool';

const deployed = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
const TOKEN = 'token-of-device-metrics';

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
