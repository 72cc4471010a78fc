import type { BoardPump } from '@manoboard/contract/device/board-pump';
import type { Info } from '@manoboard/contract/mqtt/topics';
import type { DriveIdentity } from '../drive/drive.ts';

export const HARDWARE = 'MNB-2';
export const BUILT_IN_VERSION = '1.4.2';

/** Only changes that move the bars of a signal meter are published. */
const RSSI_CHANGE_DB = 10;

export interface BoardIdentity {
  deviceId: string;
  fcId: string;
  fcType: string;
  /** The converter's Modbus address; 1 by default. */
  unit?: number | undefined;
}

/** Values that may change while the board runs. */
export interface InfoFacts {
  version: string;
  fc: DriveIdentity | undefined;
  rssiDbm: number | undefined;
  isSecured: boolean | undefined;
  canUpdate: boolean;
  /** What the board knows of its pump. */
  pump?: BoardPump | undefined;
}

interface ConverterInfo {
  capabilities: readonly string[];
  /** Type of the profile. */
  fcType: string;
  hash: string;
}

export interface InfoPublisher {
  /** Publishes info (after a connect). */
  restart(): void;
  /** Publishes info again if it changed. */
  update(facts: InfoFacts): void;
}

function wifiOf(rssi: number | undefined, isSecured: boolean | undefined): Pick<Info, 'wifi'> {
  if (rssi === undefined && isSecured === undefined) return {};
  return {
    wifi: {
      ...(rssi === undefined ? {} : { rssi }),
      ...(isSecured === undefined ? {} : { secured: isSecured ? 1 : 0 }),
    },
  };
}

const isRssiChange = (publishedDbm: number | undefined, nowDbm: number | undefined) =>
  publishedDbm === undefined || nowDbm === undefined
    ? publishedDbm !== nowDbm
    : Math.abs(publishedDbm - nowDbm) >= RSSI_CHANGE_DB;

/** Identity by the converter; the configured type until it answers. */
export function fcTypeOf(fc: DriveIdentity | undefined, configured: string): string {
  if (!fc) return configured;
  if (fc.fcType !== undefined) return fc.fcType;
  return fc.ident === undefined
    ? 'unknown'
    : `unknown-${fc.ident.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Info of the board: published after each connect and after each change. */
export function createInfo(
  { deviceId, fcId, fcType, unit = 1 }: BoardIdentity,
  /** Commands that the board can execute with its converter, and the hash of the profile for it. */
  { capabilities, fcType: profileType, hash }: ConverterInfo,
  boot: number,
  send: (info: Info) => void,
): InfoPublisher {
  let published: { text: string; rssiDbm: number | undefined } | undefined;

  const infoOf = ({ version, fc, rssiDbm, isSecured, canUpdate, pump }: InfoFacts): Info => ({
    v: 1,
    id_dev: deviceId,
    version,
    hw: HARDWARE,
    boot,
    fc: {
      id: fcId,
      fc_type: fcTypeOf(fc, fcType),
      ident: fc?.ident ?? 0,
      unit,
      ...(fc && !fc.refusal && fcTypeOf(fc, fcType) === profileType && { profile: hash }),
      ...(fc?.refusal && { refused: { reason: fc.refusal, configured: fcType } }),
    },
    ...wifiOf(rssiDbm, isSecured),
    cap: canUpdate ? [...capabilities, 'ota'] : [...capabilities],
    ...(pump && { pump }),
  });

  return {
    restart() {
      published = undefined;
    },
    update(facts) {
      const text = JSON.stringify(infoOf({ ...facts, rssiDbm: undefined }));
      const isSame = published?.text === text && !isRssiChange(published.rssiDbm, facts.rssiDbm);
      if (isSame) return;
      published = { text, rssiDbm: facts.rssiDbm };
      send(infoOf(facts));
    },
  };
}
