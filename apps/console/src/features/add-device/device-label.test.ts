import { describe, expect, it } from 'vitest';
import { findLabel, toAddDevice } from './device-label.ts';

const claim = { id_dev: 'MNB-00A1B2', claim_code: '7K3D-9QTX-2MVA' };
const QR = 'MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA';
const values = { id_dev: 'MNB-00A1B2', password: '', alias: '' };

describe('what a camera reads', () => {
  it.each([
    ['the label of a board', [QR], { id_dev: 'MNB-00A1B2', claim }],
    ['a label that was read in lower case', [QR.toLowerCase()], { id_dev: 'MNB-00A1B2', claim }],
    ['a label with the ID alone', [' mnb-00a1b2 '], { id_dev: 'MNB-00A1B2', claim: undefined }],
    ['our label beside another code', ['https://example.com', QR], { id_dev: 'MNB-00A1B2', claim }],
    ['codes of somebody else', ['https://example.com', 'MNB:2:MNB-00A1B2', ''], undefined],
    ['no code', [], undefined],
  ])('R4.1 %s', (_what, texts, expected) => expect(findLabel(texts)).toEqual(expected));
});

describe('what is sent', () => {
  const scanned = { id_dev: 'MNB-00A1B2', claim };
  it.each([
    ['typed alone', values, undefined, { id_dev: 'MNB-00A1B2' }],
    ['typed with blanks', { ...values, id_dev: ' mnb-00a1b2 ' }, undefined, { id_dev: 'mnb-00a1b2' }],
    [
      'all fields',
      { ...values, password: 'x', alias: ' Studňa ' },
      undefined,
      { id_dev: 'MNB-00A1B2', password: 'x', alias: 'Studňa' },
    ],
    ['scanned: the code goes along', values, scanned, { id_dev: QR }],
    ['scanned and typed again the same', { ...values, id_dev: 'mnb-00a1b2' }, scanned, { id_dev: QR }],
    [
      'scanned, then another ID: the code stays here',
      { ...values, id_dev: 'MNB-00FFFF' },
      scanned,
      { id_dev: 'MNB-00FFFF' },
    ],
    ['scanned without a code', values, { id_dev: 'MNB-00A1B2', claim: undefined }, { id_dev: 'MNB-00A1B2' }],
  ])('R4.1 %s', (_what, typed, label, expected) => expect(toAddDevice(typed, label)).toEqual(expected));
});
