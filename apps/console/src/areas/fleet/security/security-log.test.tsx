import type { SecurityEvent, SecurityPage } from '@manoboard/contract/installation/security-event';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../testing/fake-server.ts';
import { page, showPage } from '../../../testing/page.tsx';
import { eventually } from '../../../testing/whole-app.tsx';
import { SecurityLog } from './security-log.tsx';

const LOGIN: SecurityEvent = {
  seq: 7,
  at: 1_790_000_000,
  kind: 'login',
  outcome: 'refused',
  code: 'LOGIN_BAD_CREDENTIALS',
  user: { id: 3, name: 'Jana Kováčová' },
  address: '203.0.113.9',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  count: 997,
  detail: {},
};

it('rows name account, address, browser and count; filters and older rows are requested', async () => {
  let seq = 9;
  const server = startFakeServer({
    '/installation/security-events': (): { json: SecurityPage } => ({
      json: { events: [{ ...LOGIN, seq: seq-- }], next: 7 },
    }),
  });
  await showPage(<SecurityLog />);
  await eventually(() => expect(page.text()).toContain('Prihlásenie 997×'));
  expect(page.text()).toContain('Jana Kováčová · 203.0.113.9 · Firefox, Linux · LOGIN_BAD_CREDENTIALS');
  await page.click(page.get('button', 'Staršie'));
  await page.click(page.get('button', 'Len odmietnuté'));
  await eventually(() =>
    expect(server.requestsTo('/installation/security-events').map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('before=7'),
        expect.stringContaining('outcome=refused'),
      ]),
    ),
  );
});
