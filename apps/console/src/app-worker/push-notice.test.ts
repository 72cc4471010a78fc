import type { PushPayload } from '@manoboard/contract/alert/push-payload';
import { describe, expect, it } from 'vitest';
import { noticeOf, type OpenWindow, type OpenWindows, openNotice } from './push-notice.ts';

const PAYLOAD: PushPayload = {
  version: 1,
  title: 'Studňa: Chod nasucho',
  body: 'Čerpadlo beží bez vody.',
  path: '/admin/alerts/42',
  tag: 'alert-42',
  lang: 'sk',
  is_urgent: true,
  at: 1_790_000_000,
};
const noticeWith = (change: object) => noticeOf(JSON.stringify({ ...PAYLOAD, ...change }), 'sk');

it('noticeOf shows the alert, and a newer message of the same alert replaces it', () => {
  expect(noticeWith({})).toMatchObject({
    title: PAYLOAD.title,
    options: {
      body: PAYLOAD.body,
      tag: 'alert-42',
      renotify: true,
      lang: 'sk',
      timestamp: 1_790_000_000_000,
      requireInteraction: true,
      data: { path: '/admin/alerts/42' },
    },
  });
});

it('noticeOf keeps a warning on the screen only for the usual time', () => {
  expect(noticeWith({ is_urgent: false }).options.requireInteraction).toBe(false);
});

it.each(['', 'not json', 'null', '7', '[]', '{}', '{"title":1,"body":"x"}', '{"title":"x"}'])(
  'noticeOf shows a notification without content for the broken message %j',
  (text) => {
    const { title, options } = noticeOf(text, 'sk-SK');
    expect([title, options.body, options.data.path]).toEqual([
      'MaNoBoard',
      'Nové upozornenie. Otvorte konzolu.',
      '/admin/dashboard',
    ]);
    expect(noticeOf(text, 'de').options.body).toBe('A new alert. Open the console.');
  },
);

it('R7.5 noticeOf has a button to take the alert, and none for a path of another site', () => {
  const take = { path: '/admin/alerts/42?take=1', label: 'Beriem si to' };
  expect(noticeWith({ take }).options).toMatchObject({
    actions: [{ action: 'take', title: 'Beriem si to' }],
    data: { path: '/admin/alerts/42', takePath: take.path },
  });
  for (const foreign of [{ ...take, path: 'https://other.example/admin/' }, { ...take, label: 7 }, null, 7])
    expect(noticeWith({ take: foreign }).options).not.toHaveProperty('actions');
});

it.each(['https://other.example/admin/', '//other.example/admin/', '/api/users/me', '/admin/../api', 7])(
  'noticeOf opens the dashboard instead of %j',
  (path) => expect(noticeWith({ path }).options.data.path).toBe('/admin/dashboard'),
);

describe('a click on a notification', () => {
  const ORIGIN = 'https://pumps.example';
  const ALERT = `${ORIGIN}/admin/alerts/42`;

  /** Clicks with these windows open; returns what happened, in order. */
  async function click(urls: readonly string[], isControlled = true, action = '') {
    const calls: string[] = [];
    const windowOf = (url: string): OpenWindow => ({
      url,
      async navigate(href) {
        if (!isControlled) throw new TypeError('not controlled');
        calls.push(`navigate ${url}`);
        return windowOf(href);
      },
      async focus() {
        calls.push(`focus ${url}`);
      },
    });
    const clients: OpenWindows = {
      matchAll: async () => urls.map(windowOf),
      openWindow: async (href) => calls.push(`open ${href}`),
    };
    const take = { path: '/admin/alerts/42?take=1', label: 'Beriem si to' };
    const { data } = noticeWith({ take }).options;
    await openNotice({ data, close: () => void calls.push('close') }, clients, ORIGIN, action);
    return calls;
  }

  it('focuses the window that shows the alert', async () => {
    expect(await click([`${ORIGIN}/admin/dashboard`, ALERT])).toEqual(['close', `focus ${ALERT}`]);
  });

  it('opens the alert in the window that was used last', async () => {
    const [last, other] = [`${ORIGIN}/admin/overview`, `${ORIGIN}/admin/dashboard`];
    expect(await click([last, other])).toEqual(['close', `navigate ${last}`, `focus ${ALERT}`]);
  });

  it('R7.5 on its button opens the page that offers to take the alert', async () => {
    expect(await click([ALERT], true, 'take')).toEqual([
      'close',
      `navigate ${ALERT}`,
      `focus ${ALERT}?take=1`,
    ]);
  });

  it('opens a new window when there is none, or none that can be navigated', async () => {
    expect(await click([])).toEqual(['close', `open ${ALERT}`]);
    expect(await click([`${ORIGIN}/admin/dashboard`], false)).toEqual(['close', `open ${ALERT}`]);
  });
});
