import { expect, it } from 'vitest';
import { safeReturnPath } from './paths.ts';

it.each(['/admin/profile', '/admin/overview?device=MNB-TE0001', '/admin/super-seller/main-list'])(
  'R3.8 safeReturnPath accepts %s',
  (path) => expect(safeReturnPath(path)).toBe(path),
);

it.each([
  '//evil.example',
  'https://evil.example/admin/',
  '/auth/login',
  '/admin/../auth',
  '/admin//evil.example\\@',
  'javascript:alert(1)',
  '',
  undefined,
  7,
])('R3.8 safeReturnPath rejects %s', (path) => expect(safeReturnPath(path)).toBeUndefined());
