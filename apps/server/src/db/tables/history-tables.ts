import type { LastData } from '@manoboard/contract/device/device';
import type { EnergyCurrency } from '@manoboard/contract/history/energy';
import type { HistoryMetric } from '@manoboard/contract/history/history';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { DeviceKey } from '../device-key.ts';

/** One wide row per frame; partitioned by day of `ts`. */
export interface FrameTable extends Partial<Reading> {
  device_id: DeviceKey;
  ts: Date;
  boot: number;
  seq: number;
  received_at: Date;
  fc: number;
  /** The board's clock was unset, more than 5 minutes ahead, or far behind. */
  is_placed_by_arrival: boolean;
  /** Bits of the fields that could not be measured. */
  na: number | null;
}

/** Frames of one hour of a device on a closed day (`frame-codec.ts`); partitioned by day of `start`. */
interface PackedFrameTable {
  device_id: DeviceKey;
  start: Date;
  frames: Buffer;
}

/** Packed statistics of a device: an hour of minutes, or a UTC day of hours. */
interface HistoryTable extends Partial<Record<HistoryMetric, Buffer | null>> {
  device_id: DeviceKey;
  start: Date;
  seen: Buffer;
}

/** One row: hours before this one were rolled up, and of this one the devices up to `device_id`. */
interface HistoryProgressTable {
  hour: Date;
  device_id: number;
}

/** Hours that frames were added to after they were rolled up. */
interface HistoryLateTable {
  id: GeneratedAlways<string>;
  device_id: DeviceKey;
  hour: Date;
}

/** Usage of a device on a UTC day: its hours by number, packed (`wings/history/energy/usage.repo.ts`). */
interface EnergyDayTable {
  device_id: DeviceKey;
  day: Date;
  hours: ColumnType<Record<string, readonly (number | null)[]>, string, string>;
}

/** Tariff of a device for one user, and whether they get the monthly report. */
interface EnergySettingsTable {
  user_id: number;
  device_id: DeviceKey;
  currency: EnergyCurrency;
  price: number | null;
  low_price: number | null;
  low_hours: number[];
  co2_g: number;
  has_report: boolean;
  zone: string;
  /** The first day of the last month that a report was made of. */
  reported_month: Date | null;
}

interface LastDataTable {
  device_id: DeviceKey;
  boot: number;
  seq: number;
  last: ColumnType<LastData, string, string>;
  updated_at: ColumnType<Date, Date, Date>;
}

export interface HistoryTables {
  frame: FrameTable;
  packed_frame: PackedFrameTable;
  history_minute: HistoryTable;
  history_hour: HistoryTable;
  history_progress: HistoryProgressTable;
  history_late: HistoryLateTable;
  energy_day: EnergyDayTable;
  energy_settings: EnergySettingsTable;
  last_data: LastDataTable;
}
