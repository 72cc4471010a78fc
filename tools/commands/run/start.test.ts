import { expect, it } from 'vitest';
import { platformNote, welcome } from './start.mjs';

const URL = 'http://127.0.0.1:8080';

it('the box of a server without a Super Seller has the page and the code of the first run', () => {
  const box = welcome({ url: URL, demo: null, setup: { url: `${URL}/setup`, code: '7K3D-9QTX-2MVA' } });
  expect(box).toContain('MaNoBoard runs at  http://127.0.0.1:8080\n');
  expect(box).toContain('First run          http://127.0.0.1:8080/setup  with the code  7K3D-9QTX-2MVA\n');
});

it('the box of a server with a Super Seller has no code', () =>
  expect(welcome({ url: URL, demo: null, setup: null })).not.toContain('First run'));

it('on Windows and macOS a start says what is not supported, and on Linux nothing', () => {
  expect(platformNote('win32')).toMatch(/^On Windows this is for trying only/);
  expect(platformNote('darwin')).toMatch(/^On macOS this is for trying only/);
  expect(platformNote('linux')).toBeUndefined();
});
