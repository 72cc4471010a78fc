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

/** A radio wavers; only what moves the bars of a signal meter is news. */
const RSSI_NEWS_DB = 10;

export interface BoardIdentity {
  idDev: string;
  fcId: string;
  fcType: string;
  /** The converter's address on its line; 1 unless told. */
  unit?: number | undefined;
}

/** What may change while the board runs. */
export interface InfoFacts {
  version: string;
  fc: DriveIdentity | undefined;
  rssiDbm: number | undefined;
  isSecured: boolean | undefined;
  canUpdate: boolean;
}

export interface InfoTeller {
  /** Tells it to somebody new. */
  restart(): void;
  /** Tells it again if something changed. */
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

/** Nobody's map but its own fits a drive; while none has answered, it is what the board was told. */
export function fcTypeOf(fc: DriveIdentity | undefined, configured: string): string {
  if (!fc) return configured;
  return fc.fcType ?? `unknown-${fc.ident.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Who the board is: told after each connect, and when it is no longer true. */
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
