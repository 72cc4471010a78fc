import { expect, it } from 'vitest';
import { parseEnvFile } from './env-file.mjs';

it.each([
  ['PORT=9000', { PORT: '9000' }],
  ['  export HOST = 127.0.0.1  ', { HOST: '127.0.0.1' }],
  ['# PORT=1\n\nnot a setting\r\nDEMO=0\r\n', { DEMO: '0' }],
  ['A="with # and spaces " # comment', { A: 'with # and spaces ' }],
  ["B='quoted'", { B: 'quoted' }],
  ['URL=postgres://u:p#1@host/db # comment', { URL: 'postgres://u:p#1@host/db' }],
  ['EMPTY=\nCOMMENTED= # nothing', { EMPTY: '', COMMENTED: '' }],
])('%j', (text, expected) => expect(parseEnvFile(text)).toEqual(expected));
