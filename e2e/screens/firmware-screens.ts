import { type Screen, SLOW, WELL } from './screen.ts';

/** Firmware of the fleet. */
export const firmwareScreens: readonly Screen[] = [
  {
    name: 'firmware',
    who: 'super',
    path: '/admin/super-seller/firmware?version=1.4.2&hw=MNB-2',
    async open(page, { fleetFirmware }) {
      const { upload, releases, versions } = fleetFirmware;
      const devices = versions.devicesOf.replace('{version}', '1.4.2').replace('{hw}', 'MNB-2');
      await page.getByRole('region', { name: devices }).getByText(WELL).waitFor(SLOW);
      await page.getByRole('region', { name: releases.title }).getByText('1.5.0').first().waitFor(SLOW);
      const file = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
      await page.getByLabel(upload.choose, { exact: true }).first().setInputFiles(file);
      await page.getByRole('heading', { name: upload.validation }).waitFor(SLOW);
    },
  },
];
