import { expect, it } from 'vitest';
import { startFakeServer } from '../../../testing/fake-server.ts';
import { page, showPage } from '../../../testing/page.tsx';
import { eventually, loggedOut, openApp } from '../../../testing/whole-app.tsx';
import { Mailbox } from './mailbox.tsx';

const MAILS = '/demo/mails';
const LINK = 'http://127.0.0.1:8080/confirm-email#token=abc';
const mail = {
  id: '1.txt',
  to: 'eva@example.com',
  subject: 'Potvrdenie e-mailu',
  sent_at: 1_790_000_000,
  text: `Dobrý deň,\n\n${LINK}\n\nMaNoBoard`,
};

it('R4.3d the mailbox lists the mails of the demo with clickable links', async () => {
  startFakeServer({ [MAILS]: () => ({ json: [mail] }) });
  await showPage(<Mailbox />);
  await eventually(() => expect(page.text()).toContain('Potvrdenie e-mailu'));
  expect(page.text()).toContain('eva@example.com');
  expect(page.get('link', LINK).getAttribute('href')).toBe(LINK);
});

it('an empty mailbox and a failed request show a message', async () => {
  const { routes } = startFakeServer({ [MAILS]: () => ({ json: [] }) });
  const { leave } = await showPage(<Mailbox />);
  await eventually(() => expect(page.text()).toContain('Zatiaľ tu nie je žiadna správa.'));
  await leave();
  routes[MAILS] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
  await showPage(<Mailbox />);
  await eventually(() => expect(page.get('alert').textContent).toContain('Poštu sa nepodarilo načítať.'));
});

it('R2.5 the mailbox address redirects like an unknown address outside the demo', async () => {
  const { path } = await openApp('/demo/mailbox', { routes: loggedOut(), isMarked: false });
  await eventually(() => expect(path()).toBe('/auth/login'));
});
