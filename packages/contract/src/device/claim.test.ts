import { expect, it } from 'vitest';
import { CLAIM_LETTERS, ClaimCode, claimText, readClaimCode, readClaimText } from './claim.ts';

const claim = { id_dev: 'MNB-00A1B2', claim_code: '7K3D-9QTX-2MVA' };

it("R4.1 the QR code contains the board's ID and its claim code", () => {
  expect(claimText(claim)).toBe('MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA');
  expect(readClaimText(claimText(claim))).toEqual(claim);
  expect(readClaimText(' mnb:1:mnb-00a1b2:7k3d-9qtx-2mva\n')).toEqual(claim);
});

it('every character is in the alphanumeric alphabet of QR codes', () =>
  expect(claimText(claim)).toMatch(/^[0-9A-Z $%*+\-./:]+$/));

it.each([
  '',
  'https://example.com/',
  'WIFI:S:home;T:WPA;P:secret;;',
  'MNB:2:MNB-00A1B2:7K3D-9QTX-2MVA',
  'MNB:1:MNB-00A1B2',
  'MNB:1:../etc:7K3D-9QTX-2MVA',
  'MNB:1:MNB-00A1B2:7K3D-9QTX',
  'MNB:1:MNB-00A1B2:7K3D-9QTX-2MVU',
  'MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA:MORE',
])('%j is not the text of a claim QR code', (text) => expect(readClaimText(text)).toBeUndefined());

it.each(['7k3d9qtx2mva', '7K3D 9QTX 2MVA', ' 7k3d-9qtx-2mva '])(
  '%j is normalised to the claim code',
  (typed) => expect(readClaimCode(typed)).toBe('7K3D-9QTX-2MVA'),
);

it('ambiguous letters are read as digits', () =>
  expect(readClaimCode('OIL0-OIL0-OIL0')).toBe('0110-0110-0110'));

it.each(['', '7K3D', '7K3D-9QTX-2MVA-1', '7K3D-9QTX-2MV!'])('%j is not a claim code', (typed) =>
  expect(readClaimCode(typed)).toBeUndefined(),
);

it('every letter of the alphabet may occur in a code', () => {
  expect(CLAIM_LETTERS).toHaveLength(32);
  for (const letter of CLAIM_LETTERS)
    expect(ClaimCode.safeParse(`${letter}000-0000-0000`).success).toBe(true);
});
