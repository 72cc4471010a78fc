import { setTimeout as pause } from 'node:timers/promises';
import { startBenchServer } from '../lib/bench-server.ts';
import { readNumbers } from '../lib/options.ts';
import { connectRawBoards } from '../lib/raw-boards.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { percentile, report } from '../lib/report.ts';

/** All boards are lost at one moment: one alert, few notices, and pages that answer meanwhile. */
const { boards, owners, seconds } = readNumbers({ boards: 10_000, owners: 5000, seconds: 100 });
const PAGE_P95_MS = 500;
const SETTLE_MS = 12_000;

// Mails are planned, and wait for a mail server that never answers.
const { url, mqttUrl, db, stop } = await startBenchServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
const credentials = await seedFleet(db, boards, owners);
await db.query("insert into user_role (user_id, role) select min(id), 'Super Seller' from app_user");
const connected = await connectRawBoards(mqttUrl, credentials);
const headers = { cookie: await loginOwner(db, 1) };
// The server reports the number of its boards.
await pause(SETTLE_MS);

const times: number[] = [];
let failed = 0;
let isOver = false;
/** Another user loads their devices and the list of alerts, one after the other. */
async function usePages() {
  for (let n = 0; !isOver; n++) {
    const path = n % 2 === 0 ? '/users-devices/get-devices' : '/alerts?limit=50';
    const begunMs = performance.now();
    const answer = await fetch(`${url}/api${path}`, { headers });
    await answer.arrayBuffer();
    times.push(performance.now() - begunMs);
    if (answer.status !== 200) failed++;
    await pause(20);
  }
}
const using = usePages();
for (const { socket } of connected) socket.destroy();
await pause(seconds * 1000);
isOver = true;
await using;

const count = async (sql: string) =>
  Number((await db.query<{ count: string }>(`select count(*) ${sql}`)).rows[0]?.count);
const outages = await count("from alert where kind = 'site_outage'");
const alerts = await count('from alert');
const notices = await count('from inbox_item');
const deliveries = await count('from alert_delivery');
const { rows } = await db.query<{ devices: number; after: string }>(
  `select (numbers ->> 'devices')::int as devices, extract(epoch from raised_at - since_at) as after
   from alert where kind = 'site_outage'`,
);
await stop();

const ms = (share: number) => `${percentile(times, share).toFixed(0)} ms`;
report({
  name: 'silence',
  what: `${boards} boards of ${owners} owners lost at one moment, the ${seconds} s after it; another user loads their devices and the alerts`,
  result: `${outages} alert of the outage (${rows[0]?.devices} boards, after ${Number(rows[0]?.after).toFixed(0)} s), ${alerts - outages} other alerts, ${notices} inbox items, ${deliveries} mail planned (to the one Super Seller); page p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, most ${ms(1)} (${times.length} requests, ${failed} failed)`,
  aim: `one alert, no other, one mail, page p95 < ${PAGE_P95_MS} ms`,
});
const isOne = outages === 1 && alerts === 1 && deliveries === 1;
const isMet = isOne && failed === 0 && percentile(times, 0.95) < PAGE_P95_MS;
process.exit(isMet ? 0 : 1);
