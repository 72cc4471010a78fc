import type { PushPayload } from '@manoboard/contract/nouns/push-payload';
import { expect, it } from 'vitest';
import { noticeOf } from './push-notice.ts';

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

it.each(['https://other.example/admin/', '//other.example/admin/', '/api/users/me', '/admin/../api', 7])(
  'noticeOf opens the dashboard instead of %j',
  (path) => expect(noticeWith({ path }).options.data.path).toBe('/admin/dashboard'),
);
