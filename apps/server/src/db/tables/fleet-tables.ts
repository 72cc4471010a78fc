import type { WaterSystemKind } from '@manoboard/contract/device/water-system';
import type { LabelKind } from '@manoboard/contract/fleet/label';
import type { GeneratedAlways } from 'kysely';
import type { DeviceKey } from '../device-key.ts';

interface LabelTable {
  id: GeneratedAlways<number>;
  kind: LabelKind;
  name: string;
  /** Names that differ in case or accents only are the same. */
  name_key: GeneratedAlways<string>;
  created_at: Date;
}

interface DeviceLabelTable {
  label_id: number;
  device_id: DeviceKey;
  /** Of the label. */
  kind: LabelKind;
  /** Unique: a device is in one group at most. */
  group_of: GeneratedAlways<DeviceKey | null>;
}

interface WaterSystemTable {
  id: GeneratedAlways<number>;
  name: string;
  kind: WaterSystemKind;
}

interface WaterSystemPumpTable {
  device_id: DeviceKey;
  system_id: number;
  joined_at: Date;
}

export interface FleetTables {
  label: LabelTable;
  device_label: DeviceLabelTable;
  water_system: WaterSystemTable;
  water_system_pump: WaterSystemPumpTable;
}
