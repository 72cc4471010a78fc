import { parseArgs } from 'node:util';
import { addressLabel, type FcProfile, findRegister } from '@manoboard/domain/fc/profile';
import { digitsOf, fromWord, joinWords, wordsOf } from '@manoboard/domain/fc/register';
import { type Clock, systemClock } from './clock.ts';
import { type Drive, DriveError, isTemporary } from './drive/drive.ts';
import { type DriveAddress, driveAddress } from './drive/drive-address.ts';
import { createModbusDrive } from './drive/modbus-drive.ts';
import { getProfileOf, readProfiles } from './drive/profile-files.ts';
import { Refusal } from './refusal.ts';

export const PROBE_USAGE =
  '  board --probe FROM-TO|map --drive ADDRESS [--profile FILE] [--profiles DIR] [--fc-type TYPE]';

export interface ProbeOrder {
  address: DriveAddress;
  profile: FcProfile;
  /** Addresses, in order. */
  addresses: number[];
}

const MOST_REGISTERS = 1000;
const text = { type: 'string' } as const;

function rangeOf(range: string): number[] {
  const [, from, to = from] = /^(0x[0-9a-f]+|\d+)(?:-(0x[0-9a-f]+|\d+))?$/i.exec(range) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || first > last || last > 0xffff || last - first >= MOST_REGISTERS)
    throw new Refusal(
      `--probe must be map or a range like 0x2100-0x2110 of at most ${MOST_REGISTERS} registers, but it is ${range}.`,
    );
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const readableOf = ({ registers }: FcProfile) =>
  registers.filter(({ access }) => access !== 'wo').map(({ address }) => address);

/** Parses `board --probe …`; undefined without that option. */
export function readProbeArguments(args: string[]): ProbeOrder | undefined {
  if (!args.some((arg) => /^--probe(=|$)/.test(arg))) return undefined;
  const options = { probe: text, drive: text, profile: text, profiles: text, 'fc-type': text };
  let values: Record<string, string | undefined>;
  try {
    values = parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message.split('. ', 1)[0] : error}.\n${PROBE_USAGE}`);
  }
  const address = driveAddress(values.drive ?? 'simulated');
  if (!address) throw new Refusal(`--probe needs --drive with a real drive.\n${PROBE_USAGE}`);
  const own = readProfiles({ file: values.profile, folder: values.profiles });
  const profile = getProfileOf(values['fc-type'] ?? own[0]?.fcType ?? 'GD10', own);
  const range = values.probe ?? 'map';
  return { address, profile, addresses: range === 'map' ? readableOf(profile) : rangeOf(range) };
}

const hex = (word: number) => word.toString(16).toUpperCase().padStart(4, '0');

/** One line: address, label, word, and what the profile makes of it. */
async function lineOf(drive: Drive, profile: FcProfile, address: number): Promise<string> {
  const register = findRegister(profile, address);
  const head = `${String(address).padStart(5)}  ${hex(address)}H  ${addressLabel(profile, address).padEnd(10)}`;
  try {
    const words = await drive.readRegisters(address, register ? wordsOf(register) : 1);
    const raw = words.map((word) => `${hex(word)}H`).join(' ');
    if (!register) return `${head} ${raw.padEnd(12)} ${words[0]}, not in the profile`;
    const value = fromWord(register, joinWords(register, words)).toFixed(digitsOf(register));
    const mark = register.isVerified ? '' : ' (unverified)';
    return `${head} ${raw.padEnd(12)} ${register.name} = ${value} ${register.unit}${mark}`.trimEnd();
  } catch (error) {
    if (!(error instanceof DriveError) || error.reason !== 'exception') throw error;
    const name = register ? `${register.name}, ` : '';
    const reason = error.exception?.name ?? 'exception';
    const outcome = isTemporary(error) ? `not read: ${reason}, try again` : `refused: ${reason}`;
    return `${head} ${'–'.padEnd(12)} ${name}${outcome}`;
  }
}

/** Reads registers of a drive and prints them beside its profile. It writes nothing, and needs no known identity. */
export async function runProbe(
  { address, profile, addresses }: ProbeOrder,
  print: (line: string) => void,
  clock: Clock = systemClock,
): Promise<void> {
  const drive = createModbusDrive({
    address: { ...address, isIdentitySkipped: true },
    profile: { ...profile, canSkipIdentity: true, identities: [], identityRegister: undefined },
    clock,
  });
  print(`${profile.maker} ${profile.fcType}: ${addresses.length} registers.`);
  try {
    for (const at of addresses) print(await lineOf(drive, profile, at));
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    throw new Refusal(`The drive gives no valid answer: ${error.message}`);
  } finally {
    await drive.close();
  }
}
