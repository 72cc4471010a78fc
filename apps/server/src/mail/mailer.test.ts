import { expect, it } from 'vitest';
import { startMailServer } from '../../test/mail-server.ts';
import { createMailer, mailFailureOf } from './mailer.ts';

it('a mail server that must offer TLS and does not gets no mail', async () => {
  const post = await startMailServer();
  const options = { smtpUrl: post.url, from: 'pumps@example.com', folder: '', now: Date.now };
  const strict = createMailer({ ...options, isTlsRequired: true });
  const mail = { to: 'jan@example.com', subject: 'A', text: 'B' };
  const error = await strict.send(mail).catch((reason: unknown) => reason);
  expect(mailFailureOf(error).failure).toBe('tls');
  expect(post.mails).toEqual([]);
  strict.close();
  const local = createMailer(options);
  await local.send(mail);
  expect(post.mails).toHaveLength(1);
  local.close();
  await post.stop();
});
