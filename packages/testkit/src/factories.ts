import type { Registration } from '@manoboard/contract/account/credentials';
import type { ManagedUser, UserPage } from '@manoboard/contract/account/staff';
import type { DeviceChange } from '@manoboard/contract/activity/device-change';
import type { Command } from '@manoboard/contract/command/command';
import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { Device, FcDevice, LastData, LastValues } from '@manoboard/contract/device/device';
import type { DeviceState } from '@manoboard/contract/device/device-state';
import type { FleetDevice } from '@manoboard/contract/fleet/fleet';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { Ack, Cmd, Info, Tele } from '@manoboard/contract/mqtt/topics';

/** A running pump with an open tap. */
export const aReading = (change: Partial<Reading> = {}): Reading => ({
  on_off_state_r: 1,
  modbus: 2,
  frequency_fc: 42.5,
  pressure_control: 0,
  required_pressure: 4,
  pressure: 3.9,
  motor_current: 3.2,
  motor_rpm: 2450,
  motor_power: 0.9,
  bus_voltage: 325,
  temperature_fc: 41,
  temperature_mnb: 33,
  analog_input_2: 3.9,
  analog_input_3: 2.1,
  electro_meter: 120.5,
  motor_operating_hours: 810,
  fault: 0,
  rssi: -61,
  ...change,
});

export const aTele = (change: Partial<Tele> = {}): Tele => ({
  v: 1,
  boot: 1,
  seq: 1,
  ts: 1_800_000_000,
  fc: 1,
  d: aReading(),
  ...change,
});

export const anInfo = (change: Partial<Info> = {}): Info => ({
  v: 1,
  id_dev: 'MNB-TE0001',
  version: '1.4.2',
  hw: 'mnb-2',
  boot: 1,
  fc: { id: 'FC-TE0001', fc_type: 'GD10', ident: 0x010d, unit: 1 },
  wifi: { rssi: -61, secured: 1 },
  cap: ['start_stop', 'fault_reset'],
  ...change,
});

type StartStopCmd = Extract<Cmd, { op: 'start_stop' }>;

export const aCmd = (change: Partial<StartStopCmd> = {}): StartStopCmd => ({
  v: 1,
  id: '01HV3B5Z8Q2M4N6P7R9S',
  op: 'start_stop',
  val: true,
  ts: 1_800_000_000,
  exp: 1_800_000_010,
  by: 'user:1',
  ...change,
});

export const anEvent = (change: Partial<Event> = {}): Event => ({
  v: 1,
  id: '01HV3B5Z8Q2M4N6P7R9T',
  ts: 1_800_000_000,
  code: 'DRY_RUN',
  st: 'raised',
  sev: 'alarm',
  d: { frequency_fc: 50, pressure: 0.1 },
  ...change,
});

export const anAck = (change: Partial<Ack> = {}): Ack => ({
  v: 1,
  id: '01HV3B5Z8Q2M4N6P7R9S',
  st: 'done',
  ts: 1_800_000_001,
  ...change,
});

export const aCommand = (change: Partial<Command> = {}): Command => ({
  id: '01HV3B5Z8Q2M4N6P7R9S',
  device_id: 'MNB-TE0001',
  op: 'start_stop',
  status: 'done',
  what: 'start-stop',
  value: true,
  old_value: false,
  reported_value: true,
  by: { user_id: 1, name: 'Eva Vodná', role: 'owner' },
  created_at: 1_800_000_000,
  expires_at: 1_800_000_010,
  published_at: 1_800_000_000.01,
  accepted_at: 1_800_000_000.1,
  finished_at: 1_800_000_000.4,
  ...change,
});

export const someLastValues = (change: Partial<LastValues> = {}): LastValues => ({
  ...aReading(),
  ...change,
});

export const aChange = (change: Partial<DeviceChange> = {}): DeviceChange => ({
  id: '1',
  device_id: 'MNB-TE0001',
  kind: 'name',
  action: 'changed',
  by: { user_id: 1, name: 'Eva Vodná', role: 'owner' },
  person: null,
  fields: [],
  status: 'done',
  reason: null,
  steps: [],
  created_at: 1_799_999_760,
  finished_at: 1_799_999_760,
  ...change,
});

export const aLastData = (change: Partial<LastData> = {}): LastData => ({
  device_id: 'MNB-TE0001',
  data: someLastValues(),
  ts: 1_800_000_000,
  received_at: 1_800_000_000,
  fc: 1,
  older: {},
  ...change,
});

export const aDevice = (change: Partial<Device> = {}): Device => ({
  id_dev: 'MNB-TE0001',
  version: '1.4.2',
  alias: null,
  access: 'owner',
  ...change,
});

/** A board and a converter without a fault, now. */
export const aDeviceState = (fc: Partial<DeviceState['fc']> = {}, nowS = 1_800_000_000): DeviceState => ({
  id_dev: 'MNB-TE0001',
  alias: null,
  now: nowS,
  online: true,
  broker: true,
  online_since: nowS - 60,
  last_seen: nowS,
  version: '1.4.2',
  hw: 'mnb-2',
  wifi: { rssi: -61, rssi_ts: nowS, secured: true },
  fc: {
    id: 'FC-TE0001',
    fc_type: 'GD10',
    link: 'ok',
    link_ts: nowS,
    fault: 0,
    fault_ts: nowS,
    self_starts: [],
    ...fc,
  },
  data_age_s: 0,
  clock: 'ok',
});

export const anFcDevice = (change: Partial<FcDevice> = {}): FcDevice => ({
  id: 'FC-TE0001',
  fc_type: 'GD10',
  owner_dev_id: 'MNB-TE0001',
  alias: null,
  version: '1.4.2',
  owner: null,
  pump: 'running',
  fault: null,
  stopped_by: null,
  ...change,
});

export const aFleetDevice = (change: Partial<FleetDevice> = {}): FleetDevice => ({
  id_dev: 'MNB-TE0001',
  fc_id: 'FC-TE0001',
  alias: null,
  owner: null,
  address: null,
  fc_type: 'GD10',
  version: '1.4.2',
  is_outdated: false,
  state: 'running',
  reason: null,
  water: { kind: 'flows', tone: 'water', reason: 'running' },
  open_alerts: 0,
  worst_severity: null,
  alert: null,
  last_contact: 1_800_000_000,
  is_online: true,
  switched_off: null,
  lock_out: null,
  ...change,
});

export const aRegistration = (change: Partial<Registration> = {}): Registration => ({
  email: 'eva@example.com',
  password: 'Studna123',
  name: 'Eva',
  surname: 'Vodná',
  terms_accepted: true,
  ...change,
});

export const aLockOut = (change: Partial<LockOut> = {}): LockOut => ({
  id: 1,
  reason: 'výmena ventilu',
  by: { user_id: 9, name: 'Peter Horváth' },
  since: 1_700_000_000,
  until: null,
  ...change,
});

export const aManagedUser = (change: Partial<ManagedUser> = {}): ManagedUser => ({
  id: 21,
  email: 'eva@example.sk',
  name: 'Eva',
  surname: 'Vodná',
  phone_number: '+421 905 441 208',
  address: null,
  notes: null,
  email_confirmed: true,
  disabled_at: null,
  permissions: ['Technician'],
  devices: [{ id_dev: 'MNB-TE0001', alias: 'Studňa', fc_id: 'FC-TE0001', access: 'owner', expires_at: null }],
  device_count: 1,
  created_at: 1_790_000_000,
  ...change,
});

/** A page of a list of 10,000 users. */
export const aUserPage = (items: ManagedUser[], total = items.length): UserPage => ({
  items,
  total,
  counts: {
    all: 10_000,
    staff: 36,
    unconfirmed: 3,
    disabled: 4,
    roles: { Technician: 21, Seller: 14, 'Super Seller': 2 },
  },
});
