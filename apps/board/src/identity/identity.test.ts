import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { ClaimCode, claimText, readClaimText } from '@manoboard/contract/device/claim';
import { DeviceId } from '@manoboard/contract/text';
import { generate } from 'lean-qr';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { newIdentity } from './identity.ts';
import { runIdentityCommand } from './identity-commands.ts';
import { labelPng, labelSvg, labelText } from './label.ts';

const claim = { id_dev: 'MNB-00A1B2', claim_code: '7K3D-9QTX-2MVA' };
const folder = () => mkdtempSync(join(tmpdir(), 'board-identity-'));

function run(...args: string[]) {
  const lines: string[] = [];
  expect(runIdentityCommand(args, (line) => lines.push(line))).toBe(true);
  return lines.join('\n');
}

describe('an identity', () => {
  it('an identity has an ID, a long secret and a claim code, new every time', () => {
    const [one, other] = [newIdentity(), newIdentity()];
    expect(DeviceId.safeParse(one.deviceId).success).toBe(true);
    expect(Buffer.from(one.secret, 'base64url')).toHaveLength(32);
    expect(ClaimCode.safeParse(one.claimCode).success).toBe(true);
    for (const key of ['deviceId', 'secret', 'claimCode'] as const) expect(one[key]).not.toBe(other[key]);
  });

  it('an identity is stored in two files readable by the owner only, and the secret is not printed', () => {
    const out = folder();
    const output = run('identity', '--new', '--id', 'MNB-00A1B2', '--out', out);
    const [secret, code] = ['secret', 'claim'].map((end) =>
      readFileSync(join(out, `MNB-00A1B2.${end}`), 'utf8'),
    );
    expect(output).not.toContain(secret?.trim());
    expect(ClaimCode.safeParse(code?.trim()).success).toBe(true);
    for (const end of ['secret', 'claim'])
      expect(statSync(join(out, `MNB-00A1B2.${end}`)).mode & 0o777).toBe(0o600);
  });

  it('an existing identity is never overwritten', () => {
    const out = folder();
    run('identity', '--new', '--id', 'MNB-00A1B2', '--out', out);
    const secret = readFileSync(join(out, 'MNB-00A1B2.secret'), 'utf8');
    expect(() => run('identity', '--new', '--id', 'MNB-00A1B2', '--out', out)).toThrow(/stays as it is/);
    expect(readFileSync(join(out, 'MNB-00A1B2.secret'), 'utf8')).toBe(secret);
  });
});

/** Decodes a 1-bit PNG with row filters 0 (none) and 2 (up). */
function readPng(bytes: Uint8Array) {
  const png = Buffer.from(bytes);
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([...png.subarray(24, 26)]).toEqual([1, 3]);
  const raw = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const stride = 1 + Math.ceil(width / 8);
  for (let y = 0; y < height; y++) {
    expect([0, 2]).toContain(raw[y * stride]);
    for (let at = y * stride + 1; raw[y * stride] === 2 && at < (y + 1) * stride; at++)
      raw[at] = ((raw[at] ?? 0) + (raw[at - stride] ?? 0)) & 0xff;
  }
  const shade = (x: number, y: number) =>
    chunks.get('PLTE')?.[3 * (((raw[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1)];
  return { width, height, shade };
}

describe('the label', () => {
  const { size } = generate(claimText(claim));

  it('R4.1 PNG: every module of the code, and a quiet zone of four modules', () => {
    const { width, height, shade } = readPng(labelPng(claim));
    const code = generate(claimText(claim));
    const scale = width / (size + 8);
    expect([width, height]).toEqual([12 * (size + 8), 12 * (size + 8)]);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const isDark = code.get(Math.floor(x / scale) - 4, Math.floor(y / scale) - 4);
        if (shade(x, y) !== (isDark ? 0 : 255)) expect.unreachable(`pixel ${x} ${y}`);
      }
  });

  it('SVG: the label has human-readable text', () => {
    const svg = labelSvg(claim);
    expect(svg).toMatch(/^<\?xml/);
    for (const words of [claim.id_dev, claim.claim_code]) expect(svg).toContain(`>${words}</text>`);
    expect(svg).toMatch(/<path [^>]*d="M/);
  });

  it('terminal: every module of the code, half a character high', () => {
    const rows = labelText(claim).split('\n');
    const code = generate(claimText(claim));
    const isDark = (x: number, y: number) => {
      const letter = rows[Math.floor((y + 4) / 2)]?.[x + 4] ?? '';
      return (y + 4) % 2 === 0 ? '▄ '.includes(letter) : '▀ '.includes(letter);
    };
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) expect(isDark(x, y), `${x} ${y}`).toBe(code.get(x, y));
  });

  it('qr writes both files and prints the code', () => {
    const out = folder();
    run('identity', '--new', '--id', 'MNB-00A1B2', '--out', out);
    const output = run('qr', '--id', 'MNB-00A1B2', '--out', out);
    const code = readFileSync(join(out, 'MNB-00A1B2.claim'), 'utf8').trim();
    expect(output).toContain(`MNB-00A1B2   ${code}`);
    expect(readFileSync(join(out, 'MNB-00A1B2.svg'), 'utf8')).toContain(code);
    expect(statSync(join(out, 'MNB-00A1B2.png')).mode & 0o777).toBe(0o600);
    expect(readClaimText(`MNB:1:MNB-00A1B2:${code}`)?.claim_code).toBe(code);
  });
});

describe('errors are one sentence', () => {
  const out = folder();
  const bad = join(out, 'bad');
  writeFileSync(bad, 'nonsense');
  it.each([
    ['no --new', ['identity'], /--new is missing/],
    ['no ID', ['qr'], /--id is missing/],
    ['a bad ID', ['qr', '--id', '../x'], /must be an ID/],
    ['an unknown option', ['qr', '--speed', '9'], /--speed/],
    ['no claim file', ['qr', '--id', 'MNB-0001', '--out', out], /cannot be read \(ENOENT\)/],
    ['a file without a code', ['qr', '--id', 'MNB-0001', '--claim-file', bad], /holds no claim code/],
  ])('%s', (_case, args, sentence) => {
    expect(() => run(...args)).toThrow(Refusal);
    expect(() => run(...args)).toThrow(sentence);
  });

  it('other commands are not handled', () => expect(runIdentityCommand(['fleet'], () => {})).toBe(false));
});
