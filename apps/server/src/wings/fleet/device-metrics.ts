import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { pressureMode } from '@manoboard/domain/commands/write-value';
import { configInForce } from '@manoboard/domain/device-config/version';
import { pumpLook } from '@manoboard/domain/pump/pump-look';
import { freshness } from '@manoboard/domain/telemetry/freshness';
import { shownField } from '@manoboard/domain/telemetry/reading-units';
import type { Core } from '../../core.ts';
import type { Presence } from '../../state/presence.ts';
import { countOpenByDevice } from '../alerts/alert-metrics.repo.ts';
import { countDevices, listDeviceFacts } from '../devices/devices.repo.ts';
import { listReportedConfigs } from '../settings/config/device-config.repo.ts';

/** Facts that label the metrics of a device. */
interface DeviceFacts {
  deviceId: string;
  alias: string | null;
  fcType: string | null;
  version: string | null;
}

interface Needs extends Pick<Core, 'db' | 'now'> {
  lastData: (deviceId: string) => LastData;
  presence: (deviceId: string) => Presence;
  /** Another server has the samples of its boards. */
  owns: (deviceId: string) => boolean;
}

/** Names and units as Prometheus recommends. The required pressure, whose unit depends on the configuration, is apart. */
const READINGS: readonly [field: ReadingField, name: string, help: string][] = [
  ['pressure', 'pressure_bar', 'Actual pressure'],
  ['frequency_fc', 'motor_frequency_hertz', 'Frequency of the motor'],
  ['motor_current', 'motor_current_amperes', 'Current of the motor'],
  ['motor_power', 'motor_power_kilowatts', 'Power of the motor'],
  ['bus_voltage', 'bus_voltage_volts', 'Voltage of the bus of the converter'],
  ['temperature_fc', 'converter_temperature_celsius', 'Temperature of the converter'],
  ['temperature_mnb', 'board_temperature_celsius', 'Temperature of the board'],
  ['electro_meter', 'electricity_kilowatthours', 'Electricity meter since it was zeroed'],
  ['motor_operating_hours', 'motor_operating_hours', 'Operating hours of the motor'],
  ['fault', 'fault_code', 'Fault code of the converter, 0 without a fault'],
  ['rssi', 'wifi_signal_dbm', 'Strength of the Wi-Fi'],
];

/** Boards of the whole installation by state, with several servers the same on each. */
export function watchBoards({
  databases,
  metrics,
  presence,
}: Pick<Core, 'databases' | 'metrics' | 'presence'>) {
  metrics.watchCounts(
    {
      name: 'manoboard_boards',
      help: 'Boards of the installation, of all its servers: online, offline, or blocked by a Super Seller',
      label: 'state',
    },
    async () => {
      const { all, blocked } = await countDevices(databases.reports);
      const online = presence.listOnline().length;
      return { online, blocked, offline: Math.max(0, all - online - blocked) };
    },
  );
}

const quoted = (text: string) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
const labels = (pairs: Record<string, string | null>) =>
  Object.entries(pairs)
    .flatMap(([name, text]) => (text === null ? [] : `${name}=${quoted(text)}`))
    .join(',');

/**
 * The last values of all devices in the text format of Prometheus, one part for each metric. A value that is not live
 * (board offline, converter silent, frame missing) has no sample, so that a graph shows a gap instead of an old value.
 */
export function createDeviceMetrics({ db, now, lastData, presence, owns }: Needs) {
  type Samples = [more: Record<string, string | null>, value: number][];

  function metric(
    devices: readonly DeviceFacts[],
    name: string,
    help: string,
    samplesOf: (device: DeviceFacts) => Samples,
  ): string {
    const full = `manoboard_device_${name}`;
    const lines = devices.flatMap((device) =>
      samplesOf(device).map(
        ([more, value]) => `${full}{${labels({ device: device.deviceId, ...more })}} ${value}`,
      ),
    );
    return [`# HELP ${full} ${help}`, `# TYPE ${full} gauge`, ...lines, ''].join('\n');
  }

  return async function* write(): AsyncGenerator<string> {
    const devices = (await listDeviceFacts(db)).filter(({ deviceId }) => owns(deviceId));
    const isOnline = ({ deviceId }: DeviceFacts) => presence(deviceId).isOnline;
    const nowS = Math.floor(now() / 1000);
    yield metric(devices, 'info', 'Facts of the device', ({ alias, fcType, version }) => [
      [{ alias, converter: fcType, version }, 1],
    ]);
    yield metric(devices, 'online', '1 if the board is connected, 0 if not', (device) => [
      [{}, isOnline(device) ? 1 : 0],
    ]);
    yield metric(devices, 'last_contact_timestamp_seconds', 'Time of the last contact', ({ deviceId }) => {
      const { lastSeenS } = presence(deviceId);
      return lastSeenS === null ? [] : [[{}, lastSeenS]];
    });
    yield metric(devices, 'pump', 'The state of the pump, as a label', (device) => [
      [{ state: pumpLook(lastData(device.deviceId), isOnline(device), nowS) }, 1],
    ]);
    const open = await countOpenByDevice(db);
    yield metric(
      devices,
      'alerts_open',
      'Alerts whose condition lasts and that nobody has resolved, by severity',
      ({ deviceId }) =>
        (['alarm', 'warning'] as const).map((severity) => [
          { severity },
          open.get(deviceId)?.[severity] ?? 0,
        ]),
    );
    const modes = new Map(
      (await listReportedConfigs(db)).map(({ deviceId, version, config }) => {
        const inForce = configInForce(version, config);
        return [deviceId, inForce && pressureMode(inForce.pressure ?? {})];
      }),
    );
    yield metric(devices, 'required_pressure_bar', 'Pressure that the pump is to keep', (device) => {
      const last = lastData(device.deviceId);
      const isLive = freshness(last, 'required_pressure', isOnline(device), nowS) === 'live';
      const { value } = shownField(last, 'required_pressure', modes.get(device.deviceId));
      return isLive && value !== null ? [[{}, value]] : [];
    });
    for (const [field, name, help] of READINGS)
      yield metric(devices, name, help, (device) => {
        const last = lastData(device.deviceId);
        const value = last.data[field];
        const isLive = freshness(last, field, isOnline(device), nowS) === 'live';
        return isLive && typeof value === 'number' ? [[{}, value]] : [];
      });
  };
}
