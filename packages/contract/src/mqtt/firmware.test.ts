import { describe, expect, it } from 'vitest';
import { decodeMessage } from './decode-message.ts';
import { MAX_CHUNK_BYTES, type OtaJob } from './firmware.ts';
import { matchTopic, topics } from './topics.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const job: OtaJob = {
  v: 1,
  id: 'ota-2026-11-15-a',
  version: '1.5.0',
  from: '>=1.3.0',
  hw: 'MNB-2',
  size: 421_320,
  chunk: 4096,
  parts: [{ name: 'app', size: 421_320, sha256: '9f2c'.repeat(16) }],
  sig: `ed25519:${'A'.repeat(86)}==`,
  exp: 1_763_257_742,
};
const state = { v: 1, id: job.id, st: 'DOWNLOADING', n: 57, of: 103, version: '1.4.2', ts: 1_763_171_360 };
const req = { v: 1, id: job.id, n: 57 };

describe('the messages of a firmware update (protocol.md, Firmware)', () => {
  it.each([
    ['ota/job', job],
    ['ota/job', { ...job, from: '>=1.3.0 <2.0.0' }],
    ['ota/state', state],
    ['ota/state', { ...state, st: 'ROLLED_BACK', err: 'unhealthy' }],
    ['ota/req', req],
  ] as const)('%s decodes unchanged', (name, message) =>
    expect(decodeMessage(name, bytes(message))).toEqual({ ok: true, message }),
  );

  it('a job of five parts still fits into 1 kB', () => {
    const parts = Array.from({ length: 5 }, (_, n) => ({
      name: `bootloader-${n}`,
      size: 421_320,
      sha256: '9f2c'.repeat(16),
    }));
    expect(decodeMessage('ota/job', bytes({ ...job, parts })).ok).toBe(true);
  });

  it.each([
    ['a version of two numbers', { version: '1.5' }],
    ['a range that is not a version range', { from: 'any' }],
    ['an incomplete range', { from: '>=1.3.0 <' }],
    ['no parts', { parts: [] }],
    ['an invalid hash', { parts: [{ name: 'app', size: 1, sha256: 'x' }] }],
    ['a name with a path', { parts: [{ name: '../app', size: 1, sha256: '9f2c'.repeat(16) }] }],
    ['another kind of signature', { sig: 'rsa:AAAA' }],
    ['a chunk larger than a packet', { chunk: MAX_CHUNK_BYTES + 1 }],
    ['an empty image', { size: 0 }],
  ])('a job with %s is refused', (_case, change) =>
    expect(decodeMessage('ota/job', bytes({ ...job, ...change }))).toEqual({
      ok: false,
      reason: 'wrong_shape',
    }),
  );

  it('a chunk is raw bytes up to its limit', () => {
    const raw = Uint8Array.of(0, 255, 123);
    expect(decodeMessage('ota/chunk', raw)).toEqual({ ok: true, message: raw });
    expect(decodeMessage('ota/chunk', new Uint8Array(MAX_CHUNK_BYTES + 1)).ok).toBe(false);
    expect(matchTopic('mnb/v1/MNB-TE0001/ota/chunk/57')).toEqual({
      name: 'ota/chunk',
      deviceId: 'MNB-TE0001',
      n: 57,
    });
  });

  it('job and state are retained, requests and chunks are not', () =>
    expect(
      ['ota/job', 'ota/state', 'ota/req', 'ota/chunk'].map((name) => topics[name as 'ota/job'].retain),
    ).toEqual([true, true, false, false]));
});
