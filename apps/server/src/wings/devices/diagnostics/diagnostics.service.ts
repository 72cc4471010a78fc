import type { LastData } from '@manoboard/contract/device/device';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type {
  DeviceState,
  FcConfigValue,
  FcDataLast,
  ValueName,
} from '@manoboard/contract/device/device-state';
import type { BasicInfo, Diagnostics } from '@manoboard/contract/device/diagnostics';
import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import { fcLinkNow } from '@manoboard/domain/fc/fc-link';
import { faultName } from '@manoboard/domain/fc/profile';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import { measuredField, readingField, shownField } from '@manoboard/domain/telemetry/reading-units';
import type { Core } from '../../../core.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { Board } from '../../../link/link.ts';
import { readSelfStarts } from '../../commands/self-start.ts';
import type { ConvertersWing } from '../../converters/index.ts';
import { getFacts, listNewestEvents } from './diagnostics.repo.ts';

const MOST_EVENTS = 50;

interface Needs extends Pick<Core, 'db' | 'now'> {
  presence: (deviceId: string) => { isOnline: boolean; sinceS: number | null; lastSeenS: number | null };
  lastData: (deviceId: string) => LastData;
  /** The configuration that the board has applied; missing if it is unknown. */
  applied: (deviceKey: DeviceKey) => Promise<DeviceConfig | undefined>;
  isBrokerUp: () => boolean;
  profileOf: ConvertersWing['profileOf'];
}

/** Without a frame that has it, the signal at the connect: the board sends it with its description. */
function rssiOf(last: LastData, connectedS: number | null, atConnect: number | null) {
  const { rssi } = last.data;
  if (rssi != null) return { rssi, rssi_ts: fieldTime(last, 'rssi') };
  const isKnown = connectedS !== null && atConnect !== null;
  return isKnown ? { rssi: atConnect, rssi_ts: connectedS } : { rssi: null, rssi_ts: null };
}

/** R4.5, R4.12: state of a board and its converter, each value as the board reported it. */
export function createDiagnostics(needs: Needs) {
  const { db, now, presence, lastData, applied, isBrokerUp, profileOf } = needs;
  const nowS = () => Math.floor(now() / 1000);
  const modeOf = async ({ deviceKey }: Board) => modeIn(await applied(deviceKey));

  async function fcDataLast(board: Board, name: ValueName): Promise<FcDataLast> {
    return measuredField(lastData(board.deviceId), readingField(name), await modeOf(board));
  }

  return {
    fcDataLast,

    fcConfig: async (board: Board, name: ValueName): Promise<FcConfigValue> => ({
      data: { [name]: await fcDataLast(board, name) },
    }),

    async state({ deviceKey, deviceId }: Board): Promise<DeviceState> {
      const facts = await getFacts(db, deviceKey);
      const last = lastData(deviceId);
      const { isOnline, sinceS, lastSeenS } = presence(deviceId);
      return {
        id_dev: deviceId,
        alias: facts.alias,
        now: nowS(),
        online: isOnline,
        broker: isBrokerUp(),
        online_since: sinceS,
        last_seen: lastSeenS,
        version: facts.version,
        hw: facts.hw,
        wifi: { ...rssiOf(last, isOnline ? sinceS : null, facts.wifiRssi), secured: facts.isWifiSecured },
        fc: {
          id: facts.fcId,
          fc_type: facts.fcType,
          link: fcLinkNow(last, isOnline, nowS()),
          link_ts: last.ts,
          fault: last.data.fault ?? null,
          fault_ts: fieldTime(last, 'fault'),
          self_starts: await readSelfStarts(db, deviceKey, nowS(), profileOf),
        },
        data_age_s: last.ts === null ? null : Math.max(0, nowS() - last.ts),
        clock: last.ts === null ? 'unknown' : (last.clock ?? 'ok'),
      };
    },

    async basicInfo({ deviceKey, deviceId }: Board): Promise<BasicInfo> {
      const [{ fcId, fcType }, config] = await Promise.all([getFacts(db, deviceKey), applied(deviceKey)]);
      const last = lastData(deviceId);
      const shown = (field: ReadingField) => shownField(last, field, modeIn(config));
      return {
        fc_id: fcId,
        fc_type: fcType,
        motor_rpm: shown('motor_rpm'),
        motor_power: shown('motor_power'),
        electro_meter: shown('electro_meter'),
        motor_current: shown('motor_current'),
        required_pressure: shown('required_pressure'),
        motor_operating_hours: shown('motor_operating_hours'),
        inputs: config
          ? { AnalogInput2: config.AnalogInput2 ?? null, AnalogInput3: config.AnalogInput3 ?? null }
          : null,
      };
    },

    async diagnostics(board: AllowedDevice): Promise<Diagnostics> {
      const { deviceKey, deviceId, visibleFromS } = board;
      const visibleFrom = visibleFromS === null ? null : new Date(visibleFromS * 1000);
      const [facts, events, mode] = await Promise.all([
        getFacts(db, deviceKey),
        listNewestEvents(db, deviceKey, visibleFrom, MOST_EVENTS),
        modeOf(board),
      ]);
      const last = lastData(deviceId);
      const code = last.data.fault ?? null;
      const profile = await profileOf(db, facts);
      return {
        now: nowS(),
        online: presence(deviceId).isOnline,
        fc: last.fc,
        values: READING_FIELDS.flatMap((name) => {
          const { value, unit, ts } = shownField(last, name, mode);
          return value === null || ts === null ? [] : [{ name, value, unit, ts }];
        }),
        fault: {
          code,
          name: (profile && code !== null && faultName(profile, code)) || null,
          ts: fieldTime(last, 'fault'),
        },
        events: events.map(toEvent),
      };
    },
  };
}
export type DiagnosticsService = ReturnType<typeof createDiagnostics>;

const modeIn = (config: DeviceConfig | undefined) => config && (config.pressure?.normalizer ?? 1);

const seconds = (date: Date | null) => date && Math.floor(date.getTime() / 1000);

type EventRow = Awaited<ReturnType<typeof listNewestEvents>>[number];

const toEvent = ({ id, code, severity, raisedAt, clearedAt, reading }: EventRow) => ({
  id,
  code,
  severity,
  raised_at: seconds(raisedAt),
  cleared_at: seconds(clearedAt),
  reading,
});
