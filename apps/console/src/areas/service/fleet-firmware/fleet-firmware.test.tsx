import type { FleetUpdate, ListedRelease } from '@manoboard/contract/firmware/firmware-release';
import { MAX_RELEASE_BYTES } from '@manoboard/contract/firmware/firmware-release';
import { texts } from '@manoboard/i18n/texts';
import { aReleaseFile } from '@manoboard/testkit/signed-firmware';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
// Preloads the lazy page: its load does not count towards the time of the first test.
import '../../../app/pages/firmware-page.tsx';
import { session } from '../../../lib/http/session.ts';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';
import { clearUpload } from './upload-store.ts';

const T = 1_800_000_000;
const ID = 'MNB-TE0001';

const aListedRelease = (change: Partial<ListedRelease> = {}): ListedRelease => ({
  id: 'test-1.5.0',
  version: '1.5.0',
  hw: 'MNB-2',
  from: '>=1.3.0',
  size: 384_000,
  parts: [],
  changelog: { sk: 'Tichší rozbeh.', gb: 'A quieter start.' },
  expires_at: 4_000_000_000,
  uploaded_at: T,
  uploaded_by: 'Eva Vodná',
  is_trusted: true,
  ...change,
});
const anUpdate = (change: Partial<FleetUpdate> = {}): FleetUpdate => ({
  id: 1,
  id_dev: ID,
  alias: 'Studňa',
  release_id: 'test-1.5.0',
  version: '1.5.0',
  from_version: '1.4.2',
  status: 'DOWNLOADING',
  percent: 36,
  error: null,
  is_ended: false,
  is_success: false,
  started_at: T,
  started_by: 'Eva Vodná',
  changed_at: T,
  ended_at: null,
  ...change,
});
const pageOf = <Row,>(items: Row[], total = items.length) => ({ json: { items, total } });

interface Fleet {
  running?: FleetUpdate[];
  ended?: FleetUpdate[];
  locale?: 'gb';
  href?: string;
  routes?: Record<string, Handler>;
}
async function openPage(fleet: Fleet = {}) {
  const { running = [], ended = [], locale, href = '/admin/super-seller/firmware' } = fleet;
  const state = { running, ended };
  const app = await openApp(href, {
    ...(locale && { locale }),
    routes: {
      ...loggedIn(['Super Seller']),
      '/firmware/releases': () => ({ json: [aListedRelease()] }),
      '/firmware/versions': () => ({
        json: [
          { version: '1.5.0', hw: 'MNB-2', devices: 1 },
          { version: '1.4.2', hw: 'MNB-2', devices: 2 },
          { version: null, hw: null, devices: 5 },
        ],
      }),
      '/firmware/updates': ({ path }) => pageOf(path.includes('is_ended=true') ? state.ended : state.running),
      ...fleet.routes,
    },
  });
  await eventually(() => expect(page.all('region').length).toBeGreaterThanOrEqual(5));
  await eventually(() => expect(page.text()).not.toContain(texts.sk.app.loading));
  return { ...app, state };
}
const region = (name: string) => page.textOf(page.get('region', name));

/** The part of XMLHttpRequest that the upload uses; the test plays the network. */
class FakeXhr {
  static sent: FakeXhr[] = [];
  static get last(): FakeXhr {
    const last = FakeXhr.sent.at(-1);
    if (!last) throw new Error('nothing was sent');
    return last;
  }
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  target = '';
  body: Blob | undefined;
  open(method: string, url: string) {
    this.target = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: Blob) {
    this.body = body;
    FakeXhr.sent.push(this);
  }
  abort() {
    this.onabort?.();
  }
  progress = (loaded: number) => act(async () => this.upload.onprogress?.({ loaded }));
  fail = () => act(async () => this.onerror?.());
  answer = (status: number, json: unknown) =>
    act(async () => {
      this.status = status;
      this.responseText = JSON.stringify(json);
      this.onload?.();
    });
}

beforeEach(() => {
  clearUpload();
  FakeXhr.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
});

const bytes = aReleaseFile();
const aFile = (content: Uint8Array | string = bytes, name = '1.5.0.mnbfw') =>
  new File([typeof content === 'string' ? content : Uint8Array.from(content)], name);

async function choose(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await act(async () => {
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await eventually(() => expect(page.text()).toContain(file.name));
}
const uploadButton = () => page.get('button', 'Nahrať verziu 1.5.0');
const alertText = () => page.textOf(page.get('alert'));

describe('R4.14 the upload', () => {
  it.each([
    ['sk', 'Overenie súboru', 'Nesprávny typ súboru!'],
    ['gb', 'File validation', 'File type is incorrect!'],
  ] as const)('a file of the wrong type is not sent and shows the texts of the spec (%s)', async (...row) => {
    const [locale, title, text] = row;
    await openPage(locale === 'gb' ? { locale } : {});
    await choose(aFile('%PDF-1.7', 'changelog.pdf'));
    expect(page.get('heading', title)).toBeTruthy();
    expect(alertText()).toBe(text);
    expect(FakeXhr.sent).toEqual([]);
  });

  it('a file that is too large or damaged is refused before it is sent', async () => {
    await openPage();
    await choose(aFile(bytes.subarray(0, 60)));
    expect(alertText()).toContain('Súbor s firmvérom je poškodený');
    const large = aFile('x', 'large.mnbfw');
    Object.defineProperty(large, 'size', { value: MAX_RELEASE_BYTES + 1_000_000 });
    await choose(large);
    expect(alertText()).toBe('Súbor má 17,84 MB, povolených je najviac 16,84 MB.');
    expect(FakeXhr.sent).toEqual([]);
  });

  it('shows the release, the sent bytes and the check of the server, then the new list', async () => {
    const { server } = await openPage();
    await choose(aFile());
    expect(region('Nahrať vydanie')).toContain('Verzia 1.5.0 pre dosky MNB-2');
    await page.click(uploadButton());
    expect(FakeXhr.last.target).toBe('POST /api/firmware/releases');
    expect(FakeXhr.last.headers).toEqual({ 'content-type': 'application/octet-stream' });
    await FakeXhr.last.progress(Math.floor(bytes.length / 2));
    const bar = document.querySelector('[role=progressbar]');
    expect(bar?.getAttribute('aria-valuenow')).toBe('49');
    await FakeXhr.last.progress(bytes.length);
    expect(page.text()).toContain('Server overuje súbor a podpis výrobcu…');
    expect(page.isDisabled(page.get('button', 'Zrušiť nahrávanie'))).toBe(true);
    const listed = server.requestsTo('/firmware/releases').length;
    const { is_trusted: _, ...release } = aListedRelease();
    await FakeXhr.last.answer(201, release);
    expect(region('Nahrať vydanie')).toContain('Verzia 1.5.0 pre dosky MNB-2 je nahratá.');
    await eventually(() => expect(server.requestsTo('/firmware/releases').length).toBeGreaterThan(listed));
  });

  it.each([
    [400, 'FIRMWARE_SIGNATURE_WRONG', 'Firmvér nie je podpísaný výrobcom'],
    [409, 'FIRMWARE_EXISTS', 'Táto verzia firmvéru už je nahratá.'],
    [409, 'FIRMWARE_KEYS_MISSING', 'Server nepozná kľúč výrobcu'],
    [507, 'DISK_LOW', 'Serveru dochádza miesto na disku'],
  ])('a refusal (%i %s) is shown in words and the file stays chosen', async (status, detail, words) => {
    await openPage();
    await choose(aFile());
    await page.click(uploadButton());
    await FakeXhr.last.answer(status, { detail });
    expect(alertText()).toContain(`Vydanie sa nenahralo. ${words}`);
    expect(alertText()).toContain('Súbor zostáva vybraný.');
    await page.click(uploadButton());
    expect(FakeXhr.sent).toHaveLength(2);
  });

  it('a lost connection keeps the file; after the last byte the result is reported as unknown', async () => {
    await openPage();
    await choose(aFile());
    await page.click(uploadButton());
    await FakeXhr.last.progress(100);
    await FakeXhr.last.fail();
    expect(alertText()).toContain('Vydanie sa nenahralo. Server neodpovedá.');
    await page.click(uploadButton());
    await FakeXhr.last.progress(bytes.length);
    await FakeXhr.last.fail();
    expect(alertText()).toContain('nie je isté, či vydanie prijal');
    expect(uploadButton()).toBeTruthy();
  });

  it('can be cancelled, and continues when another page is opened', async () => {
    const { go } = await openPage();
    await choose(aFile());
    await page.click(uploadButton());
    await FakeXhr.last.progress(100);
    await go('/admin/profile');
    await eventually(() => expect(page.get('heading', 'Môj profil')).toBeTruthy());
    await FakeXhr.last.progress(200);
    await go('/admin/super-seller/firmware');
    await eventually(() => expect(page.get('button', 'Zrušiť nahrávanie')).toBeTruthy());
    await page.click(page.get('button', 'Zrušiť nahrávanie'));
    expect(alertText()).toContain('Vydanie sa nenahralo. Nahrávanie bolo zrušené.');
  });

  it('R1.5 a logout during an upload leaves no chosen file to the next user', async () => {
    await openPage();
    await choose(aFile());
    await page.click(uploadButton());
    await FakeXhr.last.progress(100);
    await act(() => session.end(async () => undefined));
    session.begin();
    expect(page.text()).not.toContain('1.5.0.mnbfw');
  });
});

describe('R4.14 the updates', () => {
  it('are shown live with device, versions, phase and percent; an ended one moves to the results', async () => {
    const { state } = await openPage({ running: [anUpdate()] });
    const running = () => region('Prebiehajúce aktualizácie');
    expect(running()).toContain('StudňaMNB-TE00011.4.2 → 1.5.0');
    expect(running()).toContain('Zariadenie sťahuje firmvér…36 %');
    state.running = [anUpdate({ status: 'UPDATING', percent: 95 })];
    await eventually(() => expect(running()).toContain('Zariadenie prechádza na novú verziu…95 %'));
    const end = { is_ended: true, ended_at: T + 60, status: 'ROLLED_BACK', error: 'unhealthy' } as const;
    [state.running, state.ended] = [[], [anUpdate(end)]];
    await eventually(() => expect(running()).toContain('Teraz sa neaktualizuje žiadne zariadenie.'));
    await eventually(() => expect(region('Skončené aktualizácie')).toContain('Neúspešná'));
    expect(region('Skončené aktualizácie')).toContain(
      'zariadenie sa vrátilo k pôvodnej verzii. Nová verzia sa nespustila správne.',
    );
  });

  it('of a server that does not answer, or without a network, are marked with their time', async () => {
    const { server } = await openPage({ running: [anUpdate()] });
    const running = () => region('Prebiehajúce aktualizácie');
    server.routes['/firmware/updates'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
    await eventually(() => expect(running()).toMatch(/Server neodpovedá\. Údaje sú z \d/));
    expect(running()).toContain('36 %');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await act(async () => window.dispatchEvent(new Event('offline')));
    expect(region('Verzie v zariadeniach')).toMatch(/Údaje sú z \d/);
    online.mockRestore();
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(region('Verzie v zariadeniach')).not.toContain('Údaje sú z');
  });
});

describe('R4.14 the versions', () => {
  it('can be left for another page: in newer browsers scrollIntoView returns a promise', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    scroll.mockImplementation((() => Promise.resolve()) as unknown as () => void);
    const { router } = await openPage({
      href: '/admin/super-seller/firmware?version=1.4.2&hw=MNB-2',
      routes: { '/firmware/devices': () => pageOf([]) },
    });
    await eventually(() => expect(scroll).toHaveBeenCalled());
    await act(() => router.navigate({ to: '/admin/profile' }));
    await eventually(() => expect(page.text()).toContain(texts.sk.profile.title));
    scroll.mockRestore();
  });

  it('show counts and newer releases, and lead to their devices page by page', async () => {
    const rows = Array.from({ length: 3 }, (_, i) => ({ id_dev: `MNB-TE000${i}`, alias: null, owner: null }));
    const { router } = await openPage({
      routes: {
        '/firmware/devices': ({ path }) =>
          path.includes('offset=2') ? pageOf(rows.slice(2), 3) : pageOf(rows.slice(0, 2), 3),
      },
    });
    const versions = region('Verzie v zariadeniach');
    expect(versions).toContain('1.5.0 MNB-21 zariadenieNajnovšia nahratá verzia');
    expect(versions).toContain('1.4.2 MNB-22 zariadeniaJe nahratá novšia verzia 1.5.0');
    expect(versions).toContain('Neznáma verzia neznáma doska5 zariadení');
    await page.click(page.get('link', '2 zariadenia'));
    expect(router.state.location.search).toEqual({ version: '1.4.2', hw: 'MNB-2' });
    const devices = () => region('Zariadenia s verziou 1.4.2 · MNB-2');
    await eventually(() => expect(devices()).toContain('MNB-TE0001'));
    await page.click(page.get('button', 'Zobraziť ďalšie (1)'));
    await eventually(() => expect(devices()).toContain('MNB-TE0002'));
    await page.click(page.get('link', 'Zavrieť zoznam zariadení'));
    expect(router.state.location.search).toEqual({});
  });
});

describe('R4.14 the releases', () => {
  it('show changelog, source versions, uploader and why one is not offered', async () => {
    await openPage({
      routes: {
        '/firmware/releases': () => ({
          json: [
            aListedRelease(),
            aListedRelease({ id: 'old', version: '1.4.0', expires_at: 1_500_000_000 }),
            aListedRelease({ id: 'other', version: '1.3.0', is_trusted: false }),
          ],
        }),
      },
    });
    const text = region('Nahraté vydania');
    for (const part of ['Tichší rozbeh.', '>=1.3.0', 'Eva Vodná', '384 kB']) expect(text).toContain(part);
    expect(text).toContain('vydanie sa už neponúka');
    expect(text).toContain('server už nepozná');
  });

  it('that fail to load show an error with a retry, and an empty list names the next step', async () => {
    const { server } = await openPage({
      routes: { '/firmware/releases': () => ({ status: 500, json: { detail: 'INTERNAL' } }) },
    });
    await eventually(() => expect(region('Nahraté vydania')).toContain('Tieto údaje sa nepodarilo načítať.'));
    server.routes['/firmware/releases'] = () => ({ json: [] });
    await page.click(page.get('button', 'Skúsiť znova'));
    await eventually(() => expect(region('Nahraté vydania')).toContain('Nahrajte súbor'));
  });
});

it('R7.1 only a Super Seller opens the page', async () => {
  const { path } = await openApp('/admin/super-seller/firmware', { routes: loggedIn(['Seller']) });
  await eventually(() => expect(page.all('heading').length).toBeGreaterThan(0));
  expect(path()).toBe('/admin/dashboard');
});
