import { afterEach, expect, it, vi } from 'vitest';
import { canUsePasskeys } from './can-use-passkeys.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['a host with a name', 'pumps.example.com', true, true],
  ['localhost', 'localhost', true, true],
  ['an IPv4 address', '192.168.1.20', true, false],
  ['an IPv6 address', '[fd00::20]', true, false],
  ['a connection that is not secure', 'pumps.example.com', false, false],
])('passkeys work on %s (%s): %s %s', (_case, hostname, isSecure, expected) => {
  vi.stubGlobal('window', { location: { hostname }, ...(isSecure && { PublicKeyCredential: class {} }) });
  expect(canUsePasskeys()).toBe(expected);
});
