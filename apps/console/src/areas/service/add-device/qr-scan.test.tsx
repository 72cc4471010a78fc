import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
// Preloads the lazy page: its load does not count towards the time of the first test.
import '../../../app/pages/add-device-page.tsx';
import { fakeCamera } from '../../../testing/fake-camera.ts';
import { page } from '../../../testing/page.tsx';
import { tab } from '../../../testing/tab.ts';
import { eventually, field, loggedIn, openApp, submit, type } from '../../../testing/whole-app.tsx';

const QR = 'MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA';
afterEach(() => vi.restoreAllMocks());

async function openPage(locale: 'sk' | 'gb' = 'sk') {
  const app = await openApp('/admin/add-device', {
    locale,
    routes: {
      ...loggedIn(),
      '/users-devices/add-device': () => ({ status: 403, json: { detail: 'DEVICE_PASSWORD_WRONG' } }),
    },
  });
  await eventually(() => expect(page.all('button', /QR/)).toHaveLength(1));
  return { ...app, sent: () => app.server.requestsTo('/users-devices/add-device').at(-1)?.body };
}
const scan = () => page.click(page.get('button', /QR/));

describe('QR camera', () => {
  it('R4.1 a scanned label fills the ID, closes the camera and focuses the submit button', async () => {
    const camera = fakeCamera();
    camera.showCodes(QR);
    await openPage();
    await scan();
    await eventually(() => expect(field('ID zariadenia').value).toBe('MNB-00A1B2'));
    await eventually(() =>
      expect(page.text()).toContain('Prečítané zo štítku: MNB-00A1B2 aj s heslom zariadenia.'),
    );
    await eventually(() => expect(camera.isOn()).toBe(false));
    await eventually(() => expect(document.activeElement).toBe(page.get('button', 'Pridať zariadenie')));
    expect(camera.getUserMedia.mock.calls[0]?.[0]).toMatchObject({
      audio: false,
      video: { facingMode: { ideal: 'environment' } },
    });
  });

  it('R4.1 the scanned claim code is sent in English too, without a password field', async () => {
    fakeCamera().showCodes(QR);
    const { sent } = await openPage('gb');
    await scan();
    await eventually(() => expect(field('Device ID').value).toBe('MNB-00A1B2'));
    expect(page.text()).not.toContain('Code of the label');
    await submit();
    await eventually(() => expect(sent()).toEqual({ id_dev: QR }));
  });

  it('R4.1 the scanned claim code is not sent after another ID is typed', async () => {
    fakeCamera().showCodes(QR);
    const { sent } = await openPage();
    await scan();
    await eventually(() => expect(field('ID zariadenia').value).toBe('MNB-00A1B2'));
    await type('ID zariadenia', 'MNB-00FFFF');
    expect(page.text()).not.toContain('Prečítané zo štítku');
    await submit();
    await eventually(() => expect(sent()).toEqual({ id_dev: 'MNB-00FFFF' }));
  });

  it('R4.1 a foreign code shows a notice and scanning continues', async () => {
    const camera = fakeCamera();
    camera.showCodes('https://example.com');
    await openPage();
    await scan();
    await eventually(() => expect(page.textOf(page.get('alert'))).toContain('nie je QR kód riadiacej dosky'));
    expect(camera.isOn()).toBe(true);
    camera.showCodes('https://example.com', QR);
    await eventually(() => expect(field('ID zariadenia').value).toBe('MNB-00A1B2'));
    expect(page.all('alert')).toEqual([]);
  });

  it.each([
    ['refused', 'NotAllowedError', 'Povoľte ho pre túto stránku'],
    ['absent', 'NotFoundError', 'Nenašla sa žiadna kamera'],
    ['busy', 'NotReadableError', 'používa iná aplikácia'],
    ['broken', 'WhateverError', 'Kameru sa nepodarilo zapnúť'],
  ])('R4.1 a camera that is %s shows an error and can be started again', async (_what, name, expected) => {
    const camera = fakeCamera();
    camera.refuse(name);
    await openPage();
    await scan();
    await eventually(() => expect(page.textOf(page.get('alert'))).toContain(expected));
    expect(page.all('button', 'Naskenovať QR kód')).toHaveLength(1);
  });

  it('R4.1 a page without https reports that the camera needs https', async () => {
    const camera = fakeCamera();
    vi.stubGlobal('isSecureContext', false);
    await openPage();
    await scan();
    await eventually(() => expect(page.textOf(page.get('alert'))).toContain('zabezpečenej adrese (https)'));
    expect(camera.getUserMedia).not.toHaveBeenCalled();
  });

  it.each([
    ['the stop button', () => page.click(page.get('button', 'Vypnúť kameru'))],
    ['hiding the tab', () => act(async () => tab.hide())],
    ['leaving the page', (go: (to: string) => Promise<void>) => go('/admin/profile')],
  ])('R4.1 the camera is closed by %s', async (_what, leave) => {
    const camera = fakeCamera();
    const { go } = await openPage();
    await scan();
    await eventually(() => expect(page.text()).toContain('Namierte kameru'));
    await leave(go);
    await eventually(() => expect(camera.isOn()).toBe(false));
    expect(page.text()).not.toContain('Namierte kameru');
  });

  it('R4.1 a camera track that ends shows an error', async () => {
    const camera = fakeCamera();
    await openPage();
    await scan();
    await eventually(() => expect(page.text()).toContain('Namierte kameru'));
    await act(async () => camera.track.dispatchEvent(new Event('ended')));
    await eventually(() => expect(page.textOf(page.get('alert'))).toContain('Kamera nie je voľná'));
  });

  it('R4.1 a camera with a torch has a torch button', async () => {
    const camera = fakeCamera({ torch: true });
    await openPage();
    await scan();
    await eventually(() => expect(page.all('button', 'Svetlo')).toHaveLength(1));
    await page.click(page.get('button', 'Svetlo'));
    expect(camera.track.applyConstraints.mock.lastCall?.[0]).toEqual({ advanced: [{ torch: true }] });
    expect(page.get('button', 'Svetlo').getAttribute('aria-pressed')).toBe('true');
  });

  it('R4.1 a restarted camera keeps its stream when the decode of the previous run ends', async () => {
    const camera = fakeCamera();
    const read = camera.delayDetection();
    await openPage();
    await scan();
    await eventually(() => expect(read.hasBegun()).toBe(true));
    await page.click(page.get('button', 'Vypnúť kameru'));
    await scan();
    await eventually(() => expect(page.text()).toContain('Namierte kameru'));
    read.end();
    await eventually(() => expect(camera.track.stop).toHaveBeenCalledOnce());
    expect(camera.hasPicture()).toBe(true);
    await page.click(page.get('button', 'Vypnúť kameru'));
    await eventually(() => expect(camera.hasPicture()).toBe(false));
  });

  it.each([
    ['fails', 'breakDetector'],
    ['is missing', 'removeDetector'],
  ] as const)('R4.1 the WASM worker is started when the BarcodeDetector %s', async (_what, change) => {
    const camera = fakeCamera();
    camera[change]();
    const workerUrl = vi.fn();
    vi.stubGlobal(
      'Worker',
      class {
        constructor(address: URL) {
          workerUrl(String(address));
          throw new Error('no worker here');
        }
      },
    );
    await openPage();
    await scan();
    await eventually(() => expect(page.textOf(page.get('alert'))).toContain('Čítačku QR kódov'));
    expect(workerUrl.mock.calls[0]?.[0]).toContain('qr-worker');
    expect(camera.isOn()).toBe(false);
  });
});
