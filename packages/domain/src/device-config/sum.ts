import type { DeviceConfig } from '@manoboard/contract/device/device-config';

/** JSON with sorted keys, so that their order makes no difference. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const rows = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${rows.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}

/** FNV-1a, 32 bit: tells apart two configurations that two servers gave the same version. Not a protection against forgery. */
export function configSum(config: DeviceConfig): string {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(canonical(config)))
    sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, '0');
}
