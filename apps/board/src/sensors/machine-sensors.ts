import { readFileSync } from 'node:fs';
import type { Sensors } from './sensors.ts';

/** Paths of the values on Linux. */
const TEMPERATURE = '/sys/class/thermal/thermal_zone0/temp';
const WIRELESS = '/proc/net/wireless';

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Thousandths of a degree. */
function temperatureOf(text: string): number | undefined {
  return /^-?\d+\s*$/.test(text) ? Number(text) / 1000 : undefined;
}

/** Level of the first interface in the table, dBm; undefined on a wired computer. */
function rssiOf(text: string): number | undefined {
  const level = /^\s*\w+:\s+\S+\s+\S+\s+(-\d+)/m.exec(text)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Sensors of a small computer. It has no analog inputs; unknown values are absent. */
export const createMachineSensors = (readText = read): Sensors => ({
  read: () => ({ temperatureC: temperatureOf(readText(TEMPERATURE)), rssiDbm: rssiOf(readText(WIRELESS)) }),
});
