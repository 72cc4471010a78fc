import type { LastData } from '@manoboard/contract/device/device';
import { DEFAULT_LOCALE, isLocale } from '@manoboard/contract/locales';
import {
  belowPrefix,
  type IntegrationTopicName,
  integrationPrefix,
} from '@manoboard/contract/mqtt/integration-topics';
import { can, heldRelation } from '@manoboard/domain/access/policy';
import { pressureMode } from '@manoboard/domain/commands/write-value';
import { configInForce } from '@manoboard/domain/device-config/version';
import { discoveryMessage, ENTITIES, entitiesOf } from '@manoboard/domain/integration/entities';
import { integrationState, isAvailable } from '@manoboard/domain/integration/state';
import { settableBounds } from '@manoboard/domain/pump/pressure-bounds';
import type { WaterContext } from '@manoboard/domain/pump/water-state';
import { translatorOf } from '@manoboard/i18n/translator';
import type { Core } from '../../core.ts';
import type { Presence } from '../../state/presence.ts';
import type { HeldDevice, Login } from './integrations.repo.ts';

export interface ContentNeeds extends Pick<Core, 'now' | 'pageUrl'> {
  lastData: (deviceId: string) => LastData;
  presence: (deviceId: string) => Presence;
  /** How the last command of this login to the device ended. */
  lastCommand: (deviceId: string) => string | null;
}

/** Configuration of pressure that the board has applied, with its mode. */
export function pressureOf({ reportedVersion, appliedConfig }: HeldDevice) {
  const config = configInForce(reportedVersion, appliedConfig);
  if (!config) return undefined;
  const pressure = config.pressure ?? {};
  const mode = pressureMode(pressure);
  return { mode, bounds: settableBounds(mode, pressure) };
}

/** R4.18: what this login may command on a device. */
function reachOf({ canSwitch }: Login, held: HeldDevice) {
  const relation = heldRelation(held.access, held.level);
  return {
    canSwitch: canSwitch && can('switch', [], relation),
    bounds: can('operate', [], relation) ? pressureOf(held)?.bounds : undefined,
  };
}

/** Why a pump is stopped, by device. */
type Stops = ReadonlyMap<number, WaterContext>;

type Entries = readonly (readonly [path: string, payload: string])[];

/** Whether a path holds values, which are repeated, and not a discovery message. */
export const isValuePath = (path: string) => path.startsWith('devices/');

/** The messages of one connection: discovery and values of each device, by path below the prefix of the login. */
export function createContent({ now, lastData, presence, lastCommand, pageUrl }: ContentNeeds) {
  /** Discovery messages change seldom; values are formed every second. */
  const known = new Map<string, { key: string; entries: Entries }>();

  function formDiscovery(login: Login, held: HeldDevice): Entries {
    const { deviceId, alias, fcType, version } = held;
    const t = translatorOf(login.locale && isLocale(login.locale) ? login.locale : DEFAULT_LOCALE);
    const topicOf = (name: IntegrationTopicName) =>
      `${integrationPrefix(login.id)}/${belowPrefix(name, { id_dev: deviceId })}`;
    const topics = {
      state: topicOf('state'),
      availability: topicOf('availability'),
      set: topicOf('set'),
      setPressure: topicOf('setPressure'),
      endRetries: topicOf('endRetries'),
    };
    const { canSwitch, bounds } = reachOf(login, held);
    const url = pageUrl(`/admin/overview?device=${deviceId}`);
    const device = { id: deviceId, name: alias ?? deviceId, model: fcType, version, url, bounds };
    return entitiesOf(canSwitch, bounds).map((entity) => [
      belowPrefix('discovery', { component: ENTITIES[entity].component, id_dev: deviceId, entity }),
      JSON.stringify(discoveryMessage(entity, t(`integration.entity.${entity}`), device, topics)),
    ]);
  }

  function discovery(login: Login, device: HeldDevice): Entries {
    const { deviceId, alias, fcType, version } = device;
    const { canSwitch, bounds } = reachOf(login, device);
    const key = JSON.stringify([canSwitch, login.locale, alias, fcType, version, bounds]);
    const stored = known.get(deviceId);
    if (stored?.key === key) return stored.entries;
    const entries = formDiscovery(login, device);
    known.set(deviceId, { key, entries });
    return entries;
  }

  function values(held: HeldDevice, stops: Stops): Entries {
    const { deviceId, deviceKey, openAlerts } = held;
    const { isOnline, lastSeenS } = presence(deviceId);
    const facts = {
      ...stops.get(deviceKey),
      last: lastData(deviceId),
      isOnline,
      mode: pressureOf(held)?.mode,
      openAlerts,
      lastSeenS,
      lastCommand: lastCommand(deviceId),
      nowS: Math.floor(now() / 1000),
    };
    return [
      [belowPrefix('state', { id_dev: deviceId }), JSON.stringify(integrationState(facts))],
      [belowPrefix('availability', { id_dev: deviceId }), isAvailable(facts) ? 'online' : 'offline'],
    ];
  }

  return (login: Login, devices: readonly HeldDevice[], stops: Stops): ReadonlyMap<string, string> =>
    new Map(devices.flatMap((device) => [...discovery(login, device), ...values(device, stops)]));
}
