import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

const RULES = fileURLToPath(new URL('../../../deploy/prometheus-rules.yml', import.meta.url));
const PROMTOOL = '/usr/bin/promtool';

let world: World;
beforeAll(async () => {
  world = await startWorld();
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

it('every metric that a rule of Prometheus names is in /metrics', async () => {
  const text = await scrape();
  const names = new Set(readFileSync(RULES, 'utf8').match(/manoboard_\w+/g));
  expect(names.size).toBeGreaterThan(9);
  const missing = [...names].filter(
    (name) => !text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `),
  );
  expect(missing).toEqual([]);
});

it.runIf(existsSync(PROMTOOL))(
  'promtool accepts the metrics, and the rules do what their tests say',
  async () => {
    const input = await scrape();
    expect(execFileSync(PROMTOOL, ['check', 'metrics'], { input, encoding: 'utf8', stdio: 'pipe' })).toBe('');
    const tests = RULES.replace('.yml', '.test.yml');
    expect(execFileSync(PROMTOOL, ['test', 'rules', tests], { encoding: 'utf8' })).toContain('SUCCESS');
  },
);
