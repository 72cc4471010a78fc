import type { Info } from '@manoboard/contract/topics';
import type { DriveIdentity } from '../drive/drive.ts';

export const HARDWARE = 'MNB-2';
export const BUILT_IN_VERSION = '1.4.2';

const CAPABILITIES = ['start_stop', 'set_lock', 'write', 'pressure_control', 'reset', 'reg', 'restart'];

/** A radio wavers; only what moves the bars of a signal meter is news. */
const RSSI_NEWS_DB = 10;

export interface BoardIdentity {
  idDev: string;
  fcId: string;
  fcType: string;
}

/** What may change while the board runs. */
export interface InfoFacts {
  version: string;
  fc: DriveIdentity | undefined;
  rssiDbm: number;
  isSecured: boolean;
  canUpdate: boolean;
}

export interface InfoTeller {
  /** Tells it to somebody new. */
  restart(): void;
  /** Tells it again if something changed. */
  look(facts: InfoFacts): void;
}

/** Nobody's map but its own fits a drive; while none has answered, it is what the board was told. */
export function fcTypeOf(fc: DriveIdentity | undefined, configured: string): string {
  if (!fc) return configured;
  return fc.fcType ?? `unknown-${fc.ident.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Who the board is: told after each connect, and when it is no longer true. */
export function createInfo(
  { idDev, fcId, fcType }: BoardIdentity,
  boot: number,
  send: (info: Info) => void,
): InfoTeller {
  let told: { text: string; rssiDbm: number } | undefined;

  const infoOf = ({ version, fc, rssiDbm, isSecured, canUpdate }: InfoFacts): Info => ({
    v: 1,
    id_dev: idDev,
    version,
    hw: HARDWARE,
    boot,
    fc: { id: fcId, fc_type: fcTypeOf(fc, fcType), ident: fc?.ident ?? 0, unit: 1 },
    wifi: { rssi: rssiDbm, secured: isSecured ? 1 : 0 },
    cap: canUpdate ? [...CAPABILITIES, 'ota'] : CAPABILITIES,
  });

  return {
    restart() {
      told = undefined;
    },
    look(facts) {
      const text = JSON.stringify(infoOf({ ...facts, rssiDbm: 0 }));
      const isSame = told?.text === text && Math.abs(told.rssiDbm - facts.rssiDbm) < RSSI_NEWS_DB;
      if (isSame) return;
      told = { text, rssiDbm: facts.rssiDbm };
      send(infoOf(facts));
    },
  };
}
