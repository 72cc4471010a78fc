import { parseArgs } from 'node:util';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { getProfileOf, readProfiles } from './drive/profile-files.ts';
import { type Gd10Server, serveTcp } from './drive/simulated/gd10-server.ts';
import { createProfileSlave } from './drive/simulated/profile-slave.ts';
import { fileErrorReason, Refusal } from './refusal.ts';

export const CONVERTER_USAGE =
  '  converter --tcp [HOST:]PORT [--unit 1] --fc-type TYPE | --profile FILE [--profiles DIR]';

export interface ConverterOrder {
  profile: FcProfile;
  host: string;
  port: number;
  unit: number;
}

const text = { type: 'string' } as const;

function whole(name: string, value: string, most: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= most) return number;
  throw new Refusal(`--${name} must be a whole number from 1 to ${most}, but it is ${value}.`);
}

/** Parses `converter …`; throws a `Refusal` whose message names the error. */
export function readConverterArguments(args: string[]): ConverterOrder {
  const options = { tcp: text, unit: text, 'fc-type': text, profile: text, profiles: text };
  let values: Record<string, string | undefined>;
  try {
    values = parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new Refusal(
      `${error instanceof Error ? error.message.split('. ', 1)[0] : error}.\n${CONVERTER_USAGE}`,
    );
  }
  const own = readProfiles({ file: values.profile, folder: values.profiles });
  const fcType = values['fc-type'] ?? own[0]?.fcType;
  if (values.tcp === undefined || fcType === undefined)
    throw new Refusal(`--tcp and the type of the converter must be given.\n${CONVERTER_USAGE}`);
  const at = values.tcp.lastIndexOf(':');
  return {
    profile: getProfileOf(fcType, own),
    // Modbus has no authentication: by default only loopback may write to the converter.
    host: at < 0 ? '127.0.0.1' : values.tcp.slice(0, at).replace(/^\[|\]$/g, ''),
    port: whole('tcp', values.tcp.slice(at + 1), 65_535),
    unit: whole('unit', values.unit ?? '1', 247),
  };
}

/** A register simulator made from a profile: it starts, stops and trips, and turns no pump. */
export async function startConverter(
  { profile, host, port, unit }: ConverterOrder,
  log: (sentence: string) => void,
): Promise<Gd10Server> {
  try {
    const server = await serveTcp(createProfileSlave(profile), unit, { host, port });
    log(`A simulated ${profile.fcType} answers Modbus TCP at ${host}:${port}, unit ${unit}.`);
    return server;
  } catch (error) {
    throw new Refusal(
      `The simulated ${profile.fcType} cannot answer on ${host}:${port} (${fileErrorReason(error)}).`,
    );
  }
}
