import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
// Loaded late in the browser; here before the first test, whose time it would take.
import '../../app/pages/add-device-page.tsx';
import { fakeCamera } from '../../testing/fake-camera.ts';
import { page } from '../../testing/page.tsx';
import { tab } from '../../testing/tab.ts';
import { eventually, field, loggedIn, openApp, submit, type } from '../../testing/whole-app.tsx';

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
  return { ...app, sent: () => app.server.askedFor('/users-devices/add-device').at(-1)?.body };
}
const scan = () => page.click(page.get('button', /QR/));

describe('the camera', () => {
  it('R4.1 fills the ID from the label, goes dark, and leads on to the button that adds', async () => {
    const camera = fakeCamera();
    camera.see(QR);
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

  it('R4.1 the code of the label is used in English too, where no password field shows', async () => {
    fakeCamera().see(QR);
    const { sent } = await openPage('gb');
    await scan();
    await eventually(() => expect(field('Device ID').value).toBe('MNB-00A1B2'));
    expect(page.text()).not.toContain('Device password');
    await submit();
    await eventually(() => expect(sent()).toEqual({ id_dev: QR }));
  });

  it('R4.1 the code stays here when another ID is typed', async () => {
    fakeCamera().see(QR);
    const { sent } = await openPage();
    await scan();
    await eventually(() => expect(field('ID zariadenia').value).toBe('MNB-00A1B2'));
    await type('ID zariadenia', 'MNB-00FFFF');
    expect(page.text()).not.toContain('Prečítané zo štítku');
    await submit();
    await eventually(() => expect(sent()).toEqual({ id_dev: 'MNB-00FFFF' }));
  });

  it('R4.1 a code of somebody else is said, and looking goes on', async () => {
    const camera = fakeCamera();
    camera.see('https://example.com');
    await openPage();
    await scan();
    await eventually(() => expect(page.says(page.get('alert'))).toContain('nie je QR kód riadiacej dosky'));
    expect(camera.isOn()).toBe(true);
    camera.see('https://example.com', QR);
    await eventually(() => expect(field('ID zariadenia').value).toBe('MNB-00A1B2'));
    expect(page.all('alert')).toEqual([]);
  });

  it.each([
    ['refused', 'NotAllowedError', 'Povoľte ho pre túto stránku'],
    ['absent', 'NotFoundError', 'Nenašla sa žiadna kamera'],
    ['busy', 'NotReadableError', 'používa iná aplikácia'],
    ['broken', 'WhateverError', 'Kameru sa nepodarilo zapnúť'],
  ])('R4.1 a camera that is %s is said with another way on', async (_what, name, expected) => {
    const camera = fakeCamera();
    camera.refuse(name);
    await openPage();
    await scan();
    await eventually(() => expect(page.says(page.get('alert'))).toContain(expected));
    expect(page.all('button', 'Naskenovať QR kód')).toHaveLength(1);
  });

  it('R4.1 a page without https says that the camera needs it', async () => {
    const camera = fakeCamera();
    vi.stubGlobal('isSecureContext', false);
    await openPage();
    await scan();
    await eventually(() => expect(page.says(page.get('alert'))).toContain('zabezpečenej adrese (https)'));
    expect(camera.getUserMedia).not.toHaveBeenCalled();
  });

  it.each([
    ['the button', () => page.click(page.get('button', 'Vypnúť kameru'))],
    ['a tab that is hidden', () => act(async () => tab.hide())],
    ['another page', (go: (to: string) => Promise<void>) => go('/admin/profile')],
  ])('R4.1 is let go of by %s', async (_what, leave) => {
    const camera = fakeCamera();
    const { go } = await openPage();
    await scan();
    await eventually(() => expect(page.text()).toContain('Namierte kameru'));
    await leave(go);
    await eventually(() => expect(camera.isOn()).toBe(false));
    expect(page.text()).not.toContain('Namierte kameru');
  });

  it('R4.1 a camera that somebody takes away is said', async () => {
    const camera = fakeCamera();
    await openPage();
    await scan();
    await eventually(() => expect(page.text()).toContain('Namierte kameru'));
    await act(async () => camera.track.dispatchEvent(new Event('ended')));
    await eventually(() => expect(page.says(page.get('alert'))).toContain('Kamera nie je voľná'));
  });

  it('R4.1 lights its lamp where it has one', async () => {
    const camera = fakeCamera({ torch: true });
    await openPage();
    await scan();
    await eventually(() => expect(page.all('button', 'Svetlo')).toHaveLength(1));
    await page.click(page.get('button', 'Svetlo'));
    expect(camera.track.applyConstraints.mock.lastCall?.[0]).toEqual({ advanced: [{ torch: true }] });
    expect(page.get('button', 'Svetlo').getAttribute('aria-pressed')).toBe('true');
  });

  it('R4.1 started again while a picture of before is still looked at, it keeps its own', async () => {
    const camera = fakeCamera();
    const look = camera.lookSlowly();
    await openPage();
    await scan();
    await eventually(() => expect(look.hasBegun()).toBe(true));
    await page.click(page.get('button', 'Vypnúť kameru'));
    await scan();
    await eventually(() => expect(page.text()).toContain('Namierte kameru'));
    look.end();
    await eventually(() => expect(camera.track.stop).toHaveBeenCalledOnce());
    expect(camera.hasPicture()).toBe(true);
    await page.click(page.get('button', 'Vypnúť kameru'));
    await eventually(() => expect(camera.hasPicture()).toBe(false));
  });

  it.each([
    ['does not work', 'breakDetector'],
    ['is not there', 'removeDetector'],
  ] as const)('R4.1 a reader of ours steps in when that of the browser %s', async (_what, change) => {
    const camera = fakeCamera();
    camera[change]();
    const asked = vi.fn();
    vi.stubGlobal(
      'Worker',
      class {
        constructor(address: URL) {
          asked(String(address));
          throw new Error('no worker here');
        }
      },
    );
    await openPage();
    await scan();
    await eventually(() => expect(page.says(page.get('alert'))).toContain('Čítačku QR kódov'));
    expect(asked.mock.calls[0]?.[0]).toContain('qr-worker');
    expect(camera.isOn()).toBe(false);
  });
});
