import { WaterKind } from '@manoboard/contract/device/water';
import type { IntegrationState } from '@manoboard/contract/mqtt/integration-topics';
import type { PressureBounds } from '../pump/pressure-bounds.ts';

type Component = 'sensor' | 'binary_sensor' | 'switch' | 'number' | 'button';

/** One entity of Home Assistant. Names of fields are those of its discovery messages. */
interface Entity {
  component: Component;
  fields: Record<string, string | boolean | number | string[]>;
  /** Field of the state that it shows, if it has another name. */
  shows?: keyof IntegrationState;
  /** Known to the server while the board is away, so it stays available. */
  isServerFact?: boolean;
}

const measurement = (device_class: string, unit_of_measurement: string): Entity => ({
  component: 'sensor',
  fields: { device_class, unit_of_measurement, state_class: 'measurement' },
});

/** The entities of a device; each shows the field of the state with the same name, unless it names another one. */
export const ENTITIES = {
  pressure: measurement('pressure', 'bar'),
  required_pressure: measurement('pressure', 'bar'),
  frequency: measurement('frequency', 'Hz'),
  current: measurement('current', 'A'),
  temperature: measurement('temperature', '°C'),
  power: measurement('power', 'kW'),
  // The meter can be zeroed, which `total_increasing` permits.
  energy: {
    component: 'sensor',
    fields: { device_class: 'energy', unit_of_measurement: 'kWh', state_class: 'total_increasing' },
  },
  // The board starts the pump also while it is away.
  next_start: { component: 'sensor', fields: { device_class: 'timestamp' }, isServerFact: true },
  // Unknown while the board is away, as the server knows.
  water: {
    component: 'sensor',
    fields: { device_class: 'enum', options: [...WaterKind.options] },
    isServerFact: true,
  },
  running: { component: 'binary_sensor', fields: { device_class: 'running' } },
  problem: { component: 'binary_sensor', fields: { device_class: 'problem' }, isServerFact: true },
  alerts: { component: 'sensor', fields: { state_class: 'measurement' }, isServerFact: true },
  last_contact: {
    component: 'sensor',
    // Off by default: it changes with every minute, and a recorder would store each.
    fields: { device_class: 'timestamp', entity_category: 'diagnostic', enabled_by_default: false },
    isServerFact: true,
  },
  switch: { component: 'switch', fields: { device_class: 'switch' } },
  set_pressure: {
    component: 'number',
    fields: { device_class: 'pressure', unit_of_measurement: 'bar', mode: 'box', step: 0.1 },
    shows: 'required_pressure',
  },
  end_retries: { component: 'button', fields: {} },
  last_command: { component: 'sensor', fields: { entity_category: 'diagnostic' }, isServerFact: true },
} as const satisfies Record<keyof IntegrationState, Entity> & Record<string, Entity>;
export type EntityName = keyof typeof ENTITIES;

/** The server repeats unchanged values so often. */
export const REPEAT_S = 60;
/** Home Assistant marks a value unavailable after two missing repeats: the way to it may be broken without a notice. */
const EXPIRE_AFTER_S = 150;

interface IntegrationDevice {
  id: string;
  name: string;
  /** Type of the converter. */
  model: string | null;
  version: string | null;
  /** Page of the device in the console. */
  url: string;
  /** Bounds of the required pressure; unknown before the board has applied a configuration. */
  bounds: PressureBounds | undefined;
}

interface Topics {
  state: string;
  availability: string;
  set: string;
  setPressure: string;
  endRetries: string;
}

/** Entities that send commands, or tell how the last one ended. */
const WITH_COMMANDS: readonly EntityName[] = ['switch', 'set_pressure', 'end_retries', 'last_command'];

/**
 * The entities that a login has for a device: those with commands only if its user has turned them on. Without `bounds`,
 * which are unknown or R4.18 not for this user, none sets the pressure.
 */
export const entitiesOf = (canSwitch: boolean, bounds?: PressureBounds) =>
  (Object.keys(ENTITIES) as EntityName[])
    .filter((name) => canSwitch || !WITH_COMMANDS.includes(name))
    .filter((name) => bounds !== undefined || name !== 'set_pressure');

/** A command is never retained: a stored one would run hours later. */
function commandFields(component: Component, { bounds }: IntegrationDevice, topics: Topics) {
  const command = { qos: 0, retain: false, optimistic: false };
  if (component === 'switch') return { command_topic: topics.set, ...command };
  if (component === 'number') return { command_topic: topics.setPressure, ...bounds, ...command };
  if (component === 'button') return { command_topic: topics.endRetries, qos: 0, retain: false };
  return { expire_after: EXPIRE_AFTER_S };
}

/**
 * The discovery message of one entity. IDs do not depend on the login, so a replaced login keeps the history in Home
 * Assistant.
 */
export function discoveryMessage(
  name: EntityName,
  label: string,
  device: IntegrationDevice,
  topics: Topics,
): Record<string, unknown> {
  const { component, fields, isServerFact = false, shows }: Entity = ENTITIES[name];
  const id = `manoboard_${device.id}`;
  return {
    name: label,
    unique_id: `${id}_${name}`,
    ...fields,
    ...(component !== 'button' && {
      state_topic: topics.state,
      value_template: `{{ value_json.${shows ?? name} }}`,
    }),
    ...(!isServerFact && { availability_topic: topics.availability }),
    ...commandFields(component, device, topics),
    device: {
      identifiers: [id],
      name: device.name,
      manufacturer: 'MaNoBoard',
      serial_number: device.id,
      ...(device.model !== null && { model: device.model }),
      ...(device.version !== null && { sw_version: device.version }),
      configuration_url: device.url,
    },
    origin: { name: 'MaNoBoard' },
  };
}
