import { describe, expect, it } from 'vitest';
import { findLabel, toAddDevice } from './device-label.ts';

const claim = { id_dev: 'MNB-00A1B2', claim_code: '7K3D-9QTX-2MVA' };
const QR = 'MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA';
const values = { id_dev: 'MNB-00A1B2', password: '', alias: '' };

describe('findLabel', () => {
  it.each([
    ['reads the label of a board', [QR], { id_dev: 'MNB-00A1B2', claim }],
    ['reads a label in lower case', [QR.toLowerCase()], { id_dev: 'MNB-00A1B2', claim }],
    ['reads a label with the ID only', [' mnb-00a1b2 '], { id_dev: 'MNB-00A1B2', claim: undefined }],
    [
      'finds a device label beside a foreign code',
      ['https://example.com', QR],
      { id_dev: 'MNB-00A1B2', claim },
    ],
    ['ignores foreign codes', ['https://example.com', 'MNB:2:MNB-00A1B2', ''], undefined],
    ['returns undefined without a code', [], undefined],
  ])('R4.1 %s', (_what, texts, expected) => expect(findLabel(texts)).toEqual(expected));
});

describe('toAddDevice', () => {
  const scanned = { id_dev: 'MNB-00A1B2', claim };
  it.each([
    ['sends a typed ID only', values, undefined, { id_dev: 'MNB-00A1B2' }],
    ['trims a typed ID', { ...values, id_dev: ' mnb-00a1b2 ' }, undefined, { id_dev: 'mnb-00a1b2' }],
    [
      'sends all fields',
      { ...values, password: 'x', alias: ' Studňa ' },
      undefined,
      { id_dev: 'MNB-00A1B2', password: 'x', alias: 'Studňa' },
    ],
    ['sends the scanned claim code', values, scanned, { id_dev: QR }],
    [
      'sends the scanned claim code if the same ID is typed again',
      { ...values, id_dev: 'mnb-00a1b2' },
      scanned,
      { id_dev: QR },
    ],
    [
      'does not send the scanned claim code with another ID',
      { ...values, id_dev: 'MNB-00FFFF' },
      scanned,
      { id_dev: 'MNB-00FFFF' },
    ],
    [
      'sends the ID only for a label without a code',
      values,
      { id_dev: 'MNB-00A1B2', claim: undefined },
      { id_dev: 'MNB-00A1B2' },
    ],
  ])('R4.1 %s', (_what, typed, label, expected) => expect(toAddDevice(typed, label)).toEqual(expected));
});
