import type { KeyObject } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { CONVERTER_USAGE } from './converter-command.ts';
import { type Credentials, readCredentials, readText, toCredentials } from './credentials.ts';
import { type DriveAddress, driveAddress } from './drive/drive-address.ts';
import { readProfiles } from './drive/profile-files.ts';
import { readFirmwareKeys } from './firmware/signature.ts';
import { GD10_USAGE } from './gd10-command.ts';
import type { KeepSecrets, SecretPair } from './identity/board-secrets.ts';
import { IDENTITY_USAGE } from './identity/identity-commands.ts';
import { parseIdentityFile } from './identity/identity-file.ts';
import { keepInCredentials, keepInIdentityFile } from './identity/secret-files.ts';
import { type ServerTrust, serverTrust } from './link/server-trust.ts';
import { PAST_USAGE } from './past-command.ts';
import { PROBE_USAGE } from './probe-command.ts';
import { Refusal } from './refusal.ts';

const USAGE = `Usage:
  fleet --mqtt URL [--ca FILE|sha256:FINGERPRINT] --credentials FILE [--boards COUNT] [--state DIR] [--firmware-key FILE] [--panel PORT]
  board [--mqtt URL] [--ca FILE|sha256:FINGERPRINT] --id ID --secret-file FILE [--fc-id ID] [--fc-type TYPE] [--scenario NAME | --drive ADDRESS] [--profile FILE] [--profiles DIR] [--state DIR] [--firmware-key FILE] [--panel PORT]
${PROBE_USAGE}
${CONVERTER_USAGE}
${GD10_USAGE}
${PAST_USAGE}
${IDENTITY_USAGE}`;

export interface BoardArguments {
  url: string;
  /** How the boards recognise the server of `mqtts`. */
  trust: ServerTrust | undefined;
  stateDir: string | undefined;
  firmwareKeys: KeyObject[];
  panelPort: number | undefined;
  boards: Credentials[];
  /** Stores a new secret of a board in the file that it was read from. */
  keepSecrets: (deviceId: string) => KeepSecrets;
  /** Real drive of a single board. */
  drive: DriveAddress | undefined;
  /** Profiles of converters that the operator has written. */
  profiles: FcProfile[];
}

const text = { type: 'string' } as const;
const shared = { mqtt: text, ca: text, state: text, 'firmware-key': text, panel: text };
const options: Record<'fleet' | 'board', Record<string, typeof text>> = {
  fleet: { ...shared, credentials: text, boards: text },
  board: {
    ...shared,
    id: text,
    'secret-file': text,
    'fc-id': text,
    'fc-type': text,
    scenario: text,
    drive: text,
    profile: text,
    profiles: text,
  },
};

function parse(verb: keyof typeof options, args: string[]): Record<string, string | undefined> {
  try {
    return parseArgs({ args, options: options[verb], strict: true }).values;
  } catch (error) {
    throw new Refusal(error instanceof Error ? `${error.message.split('. ', 1)[0]}.` : String(error));
  }
}

function required(values: Record<string, string | undefined>, name: string): string {
  const value = values[name];
  if (value) return value;
  throw new Refusal(`--${name} is missing.`);
}

function brokerUrl(value: string): string {
  const protocol = URL.parse(value)?.protocol;
  if (protocol === 'mqtt:' || protocol === 'mqtts:') return value;
  throw new Refusal(`--mqtt must be an address like mqtt://127.0.0.1:1883, but it is ${value}.`);
}

function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
  throw new Refusal(`--panel must be a port from 1 to 65535, but it is ${value}.`);
}

/** The type of the converter is the one of `--profile`, unless it is given. */
const oneBoard = (
  values: Record<string, string | undefined>,
  secrets: SecretPair,
  profiles: readonly FcProfile[],
): Credentials =>
  toCredentials(
    {
      id_dev: required(values, 'id'),
      ...secrets,
      fc_id: values['fc-id'],
      fc_type: values['fc-type'] ?? (values.profile === undefined ? undefined : profiles[0]?.fcType),
      scenario: values.scenario,
    },
    'The board',
  );

/** The first `count` boards of the file, or all of them. */
function someBoards(file: string, count: string | undefined): Credentials[] {
  const boards = readCredentials(file);
  if (count === undefined) return boards;
  if (!/^[1-9]\d{0,6}$/.test(count))
    throw new Refusal(`--boards must be a whole number above 0, but it is ${count}.`);
  if (boards.length < Number(count))
    throw new Refusal(`The file ${file} lists ${boards.length} boards, not ${count}.`);
  return boards.slice(0, Number(count));
}

function driveOf(values: Record<string, string | undefined>) {
  const { drive = 'simulated', scenario, panel } = values;
  const address = driveAddress(drive);
  if (!address && (values.profile ?? values.profiles) !== undefined)
    throw new Refusal('--profile and --profiles belong to a real drive: --drive must name it.');
  if (address && (scenario ?? panel) !== undefined)
    throw new Refusal('--scenario and --panel belong to the simulated drive; --drive names a real one.');
  return address;
}

/** Parses the command line; throws a `Refusal` whose message names the error. */
export function readArguments([verb, ...args]: string[]): BoardArguments {
  if (verb !== 'fleet' && verb !== 'board') {
    throw new Refusal(verb ? `There is no command ${verb}.\n${USAGE}` : `A command is missing.\n${USAGE}`);
  }
  const given = parse(verb, args);
  const { secret, former, ...file } = parseIdentityFile(
    verb === 'board' ? readText(required(given, 'secret-file')) : '',
  );
  const values: typeof given = { ...given, mqtt: given.mqtt ?? file.mqtt, ca: given.ca ?? file.ca };
  const url = brokerUrl(required(values, 'mqtt'));
  const trust = serverTrust(values.ca);
  if (trust && url.startsWith('mqtt:'))
    throw new Refusal(`--ca belongs to an address of mqtts, but --mqtt is ${url}.`);
  const profiles = readProfiles({ file: values.profile, folder: values.profiles });
  const boards =
    verb === 'fleet'
      ? someBoards(required(values, 'credentials'), values.boards)
      : [oneBoard(values, { secret, former }, profiles)];
  const keyFile = values['firmware-key'];
  const firmwareKeys = keyFile === undefined ? [] : readFirmwareKeys(keyFile);
  return {
    url,
    trust,
    stateDir: values.state,
    firmwareKeys,
    panelPort: portOf(values.panel),
    boards,
    keepSecrets: (deviceId) =>
      verb === 'fleet'
        ? keepInCredentials(required(values, 'credentials'), deviceId)
        : keepInIdentityFile(required(values, 'secret-file')),
    drive: driveOf(values),
    profiles,
  };
}
