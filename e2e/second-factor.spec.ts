import type { NewTotp } from '@manoboard/contract/account/factor';
import { launchChromium } from '@manoboard/testkit/chromium';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwnStreams } from './own-stream.ts';
import { texts } from './texts.ts';

const { auth, setup, factor, top, users } = texts.sk;
const EMAIL = 'boss@example.com';
const PASSWORD = 'Rybnik pri lese 7';
/** Longer than a session without use lasts. */
const STEP_MS = 24.5 * 3_600_000;

let installation: Awaited<ReturnType<typeof createInstallation>>;
let server: Awaited<ReturnType<typeof startServerProgram>>;
let browser: Browser;
let page: Page;
let secret = '';
let codes: string[] = [];
let usedStep = 0;

beforeAll(async () => {
  installation = await createInstallation();
  server = await startServerProgram({
    ...installation.env,
    DEMO: '0',
    REQUIRE_2FA: 'staff',
    CLOCK_STEP_MS: `${STEP_MS}`,
  });
  browser = await launchChromium();
  page = await visit();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await installation.remove();
});

/** Passkeys need a host with a name. */
const visit = async () => {
  const baseURL = server.ready.url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await openOwnStreams(context);
  return context.newPage();
};

/** A code that was not used yet: of this time step, or of the next one, which the server accepts too. */
function nextCode(): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  usedStep = Math.max(totp.counter(), usedStep + 1);
  return totp.generate({ timestamp: usedStep * 30_000 });
}

const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click();

async function enterPassword(on: Page, email = EMAIL) {
  await on.goto('/auth/login');
  await on.getByLabel(auth.email).fill(email);
  await on.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
  await press(auth.submitLogin, on);
}

async function logOut() {
  await page.getByRole('button', { name: `boss ${top.account}` }).click();
  await page.getByRole('button', { name: top.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: top.logout }).click();
  await page.waitForURL('**/auth/login');
}

it('the first Super Seller is led to add a second factor before any page, and gets recovery codes', async () => {
  await page.goto('/setup');
  await page.getByLabel(setup.code).fill(server.ready.setup?.code ?? '');
  await page.getByLabel(auth.name, { exact: true }).fill('Eva');
  await page.getByLabel(auth.surname).fill('Vodná');
  await page.getByLabel(auth.email).fill(EMAIL);
  await page.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(auth.passwordConfirmation, { exact: true }).fill(PASSWORD);
  await page.getByLabel(auth.terms).check();
  await press(setup.submit);
  await page.getByRole('heading', { name: factor.enrol.title }).waitFor();
  await page.goto('/admin/super-seller/users-list');
  await page.getByRole('heading', { name: factor.enrol.title }).waitFor();

  // A stop needs no factor.
  await page.getByLabel(factor.stop.id).fill('MNB-00000001');
  await press(factor.stop.submit);
  await page.getByText(texts.sk.problem.DEVICE_NOT_FOUND).waitFor();

  await press(factor.addApp);
  await press(factor.next);
  await page.getByRole('img', { name: factor.appQr }).waitFor();
  const shown = (await page.getByText(factor.appSecret).textContent()) ?? '';
  secret = /[A-Z2-7]{32}/.exec(shown)?.[0] ?? '';
  await page.getByLabel(factor.code).fill('000000');
  await press(factor.appSubmit);
  await page.getByText(texts.sk.problem.FACTOR_WRONG).waitFor();
  await page.getByLabel(factor.code).fill(nextCode());
  await press(factor.appSubmit);
  const items = page.getByRole('list', { name: factor.codes.title }).getByRole('listitem');
  await items.first().waitFor();
  codes = await items.allTextContents();
  expect(codes).toHaveLength(10);
  await press(factor.codes.done);
  await page.getByRole('heading', { name: users.title, exact: true }).waitFor();
});

it('a login needs the code of the app; a trusted browser needs it once', async () => {
  await logOut();
  await enterPassword(page);
  await page.getByLabel(factor.code).fill(nextCode());
  await page.getByLabel(factor.step.trust).check();
  await press(factor.step.submit);
  await page.waitForURL('**/admin/**');
  await logOut();
  await enterPassword(page);
  await page.waitForURL('**/admin/**');
});

it('a recovery code works once', async () => {
  for (const isFirst of [true, false]) {
    const other = await visit();
    await enterPassword(other);
    await press(factor.step.useRecovery, other);
    await other.getByLabel(factor.step.recovery).fill(codes[0] ?? '');
    await press(factor.step.submit, other);
    if (isFirst) await other.waitForURL('**/admin/**');
    else await other.getByText(texts.sk.problem.FACTOR_WRONG).waitFor();
    await other.context().close();
  }
});

it('a passkey is added after a fresh proof by a factor, and logs in alone', async () => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  await page.goto('/admin/profile');
  await press(factor.addPasskey);
  await press(factor.passkeySubmit);
  // The trusted browser has logged in by the password alone.
  await page.getByRole('heading', { name: factor.proof.title }).waitFor();
  await press(factor.step.useRecovery);
  await page.getByLabel(factor.step.recovery).fill(codes[1] ?? '');
  await press(factor.proof.submit);
  await page.getByText(factor.kind.passkey).first().waitFor();
  await page.getByRole('button', { name: `Odstrániť ${factor.defaultPasskey}` }).waitFor();
  await logOut();
  await press(auth.passkeyLogin);
  await page.waitForURL('**/admin/**');
});

it('a Super Seller requests the reset of a lost factor, which its user sees and cancels; ended sessions leave their pages', async () => {
  const email = 'owner@example.com';
  const owner = await visit();
  const person = { email, password: PASSWORD, name: 'Jana', surname: 'Horská', terms_accepted: true };
  await owner.request.post('/api/auth/register', { data: person });
  await enterPassword(owner, email);
  await owner.waitForURL('**/admin/**');
  const added = await owner.request.post('/api/users/me/factors/totp', { data: { name: 'Telefón' } });
  const totp = (await added.json()) as NewTotp;
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  await owner.request.post(`/api/users/me/factors/${totp.id}/confirm`, { data: { code } });

  const choose = async (action: string, done: string) => {
    await page.getByRole('button', { name: users.actionsOf.replace('{email}', email) }).click();
    await press(action);
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    await page.getByText(done).waitFor();
  };
  await page.goto('/admin/super-seller/users-list');
  await choose(users.action.factor, users.factorReset);
  await owner.goto('/admin/profile');
  await press(factor.reset.keep, owner);
  await owner.getByText(factor.reset.kept).waitFor();
  const stream = owner.waitForResponse('**/api/actual-data/stream');
  await owner.goto('/admin/dashboard');
  await stream;
  await choose(users.action.sessions, users.sessionsEnded);
  await owner.waitForURL('**/auth/login**');
});

it('codes of an app follow the clock of the server, and a session that is too old leaves its page', async () => {
  server.child.kill('SIGUSR2');
  await page.waitForURL('**/auth/login**');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const boss = await visit();
  await enterPassword(boss);
  await press(factor.step.useCode, boss);
  await boss.getByLabel(factor.code).fill(totp.generate());
  await press(factor.step.submit, boss);
  await boss.getByText(texts.sk.problem.FACTOR_WRONG).waitFor();
  await boss.getByLabel(factor.code).fill(totp.generate({ timestamp: Date.now() + STEP_MS }));
  await press(factor.step.submit, boss);
  await boss.waitForURL('**/admin/**');
});
