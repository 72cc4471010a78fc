import type { Info } from '@manoboard/contract/mqtt/topics';
import type { DriveIdentity } from '../drive/drive.ts';

export const HARDWARE = 'MNB-2';
export const BUILT_IN_VERSION = '1.4.2';

const CAPABILITIES = [
  'start_stop',
  'set_lock',
  'write',
  'pressure_control',
  'reset',
  'fault_reset',
  'reg',
  'restart',
];

/** Only changes that move the bars of a signal meter are published. */
const RSSI_NEWS_DB = 10;

export interface BoardIdentity {
  idDev: string;
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
}

export interface InfoTeller {
  /** Publishes info (after a connect). */
  restart(): void;
  /** Publishes info again if it changed. */
  look(facts: InfoFacts): void;
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

const isRssiNews = (toldDbm: number | undefined, nowDbm: number | undefined) =>
  toldDbm === undefined || nowDbm === undefined
    ? toldDbm !== nowDbm
    : Math.abs(toldDbm - nowDbm) >= RSSI_NEWS_DB;

/** Identity by the converter; the configured type until it answers. */
export function fcTypeOf(fc: DriveIdentity | undefined, configured: string): string {
  if (!fc) return configured;
  return fc.fcType ?? `unknown-${fc.ident.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Info of the board: published after each connect and after each change. */
export function createInfo(
  { idDev, fcId, fcType, unit = 1 }: BoardIdentity,
  boot: number,
  send: (info: Info) => void,
): InfoTeller {
  let told: { text: string; rssiDbm: number | undefined } | undefined;

  const infoOf = ({ version, fc, rssiDbm, isSecured, canUpdate }: InfoFacts): Info => ({
    v: 1,
    id_dev: idDev,
    version,
    hw: HARDWARE,
    boot,
    fc: { id: fcId, fc_type: fcTypeOf(fc, fcType), ident: fc?.ident ?? 0, unit },
    ...wifiOf(rssiDbm, isSecured),
    cap: canUpdate ? [...CAPABILITIES, 'ota'] : CAPABILITIES,
  });

  return {
    restart() {
      told = undefined;
    },
    look(facts) {
      const text = JSON.stringify(infoOf({ ...facts, rssiDbm: undefined }));
      const isSame = told?.text === text && !isRssiNews(told.rssiDbm, facts.rssiDbm);
      if (isSame) return;
      told = { text, rssiDbm: facts.rssiDbm };
      send(infoOf(facts));
    },
  };
}
