import type { IntegrationState } from '@manoboard/contract/mqtt/integration-topics';

type Component = 'sensor' | 'binary_sensor' | 'switch';

/** One entity of Home Assistant. Names of fields are those of its discovery messages. */
interface Entity {
  component: Component;
  fields: Record<string, string>;
  /** Known to the server while the board is away, so it stays available. */
  isServerFact?: boolean;
}

const measurement = (device_class: string, unit_of_measurement: string): Entity => ({
  component: 'sensor',
  fields: { device_class, unit_of_measurement, state_class: 'measurement' },
});

/** The entities of a device; each shows the field of the state with the same name. */
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
  running: { component: 'binary_sensor', fields: { device_class: 'running' } },
  problem: { component: 'binary_sensor', fields: { device_class: 'problem' }, isServerFact: true },
  alerts: { component: 'sensor', fields: { state_class: 'measurement' }, isServerFact: true },
  last_contact: {
    component: 'sensor',
    fields: { device_class: 'timestamp', entity_category: 'diagnostic' },
    isServerFact: true,
  },
  switch: { component: 'switch', fields: { device_class: 'switch' } },
} as const satisfies Record<keyof IntegrationState, Entity>;
type EntityName = keyof typeof ENTITIES;

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
}

interface Topics {
  state: string;
  availability: string;
  set: string;
}

/** The entities that a login has for a device: the switch only if its user has turned it on. */
export const entitiesOf = (canSwitch: boolean) =>
  (Object.keys(ENTITIES) as EntityName[]).filter((name) => canSwitch || name !== 'switch');

/**
 * The discovery message of one entity. IDs do not depend on the login, so a replaced login keeps the history in Home
 * Assistant. Commands are never retained: a stored command would run hours later.
 */
export function discoveryMessage(
  name: EntityName,
  label: string,
  device: IntegrationDevice,
  topics: Topics,
): Record<string, unknown> {
  const { component, fields, isServerFact = false }: Entity = ENTITIES[name];
  const id = `manoboard_${device.id}`;
  return {
    name: label,
    unique_id: `${id}_${name}`,
    ...fields,
    state_topic: topics.state,
    value_template: `{{ value_json.${name} }}`,
    ...(!isServerFact && { availability_topic: topics.availability }),
    ...(component === 'switch'
      ? { command_topic: topics.set, qos: 0, retain: false, optimistic: false }
      : { expire_after: EXPIRE_AFTER_S }),
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
