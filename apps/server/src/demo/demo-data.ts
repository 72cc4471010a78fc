import type { Role } from '@manoboard/contract/account/account';
import type { AnalogInputConfig, DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Place } from '@manoboard/contract/device/place';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import { PUMP_CATALOGUE } from '@manoboard/domain/pump/pump-catalogue';

export const DEMO_PASSWORD = 'Demo1234';

export interface DemoPerson {
  email: string;
  name: string;
  surname: string;
  phoneNumber?: string;
  address?: string;
  role?: Role;
}

const OWNER = 'owner@demo.local';
const TECHNICIAN = 'technician@demo.local';

export const demoPeople: DemoPerson[] = [
  {
    email: OWNER,
    name: 'Olívia',
    surname: 'Majerová',
    phoneNumber: '+421 900 123 456',
    address: 'Záhradná 12, 976 13 Slovenská Ľupča',
  },
  {
    email: TECHNICIAN,
    name: 'Tomáš',
    surname: 'Technik',
    address: 'Dielenská 3, 974 01 Banská Bystrica',
    role: 'Technician',
  },
  { email: 'seller@demo.local', name: 'Petra', surname: 'Predajná', role: 'Seller' },
  { email: 'super@demo.local', name: 'Silvia', surname: 'Hlavná', role: 'Super Seller' },
];

/** Initial state of a simulated board; defined in the board program. */
type Scenario = 'household' | 'stopped' | 'cottage' | 'tall_house' | 'weak_mains';

/** An alert from before the first start of the demo. */
export interface PastAlert {
  code: EventCode;
  severity: AlertSeverity;
  daysAgo: number;
  clearedAfterMin: number;
  reading: Partial<Reading>;
  /** Without it the alert is unresolved. */
  resolved?: { by: string; afterMin: number; notes: string };
}

interface DemoBoard {
  alias?: string;
  /** Without one the board never connects and has history only. */
  scenario?: Scenario;
  fcType?: string;
  /** Without one, the board can be added to an account (R4.1). */
  owner?: string;
  delegate?: { to: string; days?: number };
  /** Desired configuration, set by the technician; the boards receive it over MQTT. */
  config?: DeviceConfig;
  past?: readonly PastAlert[];
  place?: Place;
  /** Pumps in series; one without it. */
  pumps?: number;
  /** The owner switched the pump off, before the simulated past begins. */
  switchedOffDaysAgo?: number;
}

const at = (address: string, lat: number, lon: number, key_at: string | null = null): Place => ({
  name: null,
  address,
  lat,
  lon,
  key_at,
});

/** Sensors of the simulated house: 0–10 V for the range of each. */
const input = (alias: string, unit: string, max: number): AnalogInputConfig => ({
  enabled: 1,
  normalizer: 1,
  unit,
  alias,
  min: 0,
  max,
  minRefVoltage: 0,
  maxRefVoltage: 10,
});

/** The published pump on the test bench, as the simulator computes it without flow. */
export const CLOSED_VALVE = {
  frequency_fc: 40.7,
  pressure: 5.15,
  motor_power: 0.48,
  motor_current: 4.1,
  temperature_fc: 44.5,
} as const;

const named: readonly DemoBoard[] = [
  {
    alias: 'Studňa – záhrada',
    place: at('Slovenská Ľupča, Záhradná 12', 48.7666, 19.2747, 'u Jána, číslo 14'),
    scenario: 'household',
    owner: OWNER,
    delegate: { to: TECHNICIAN },
    config: {
      AnalogInput2: input('Tlak na výtlaku', 'bar', 10),
      AnalogInput3: input('Tlak na saní', 'bar', 1),
    },
    past: [
      {
        code: 'DRY_RUN',
        severity: 'alarm',
        daysAgo: 9.3,
        clearedAfterMin: 61,
        reading: { frequency_fc: 50, pressure: 0.01, motor_current: 3.5, motor_power: 0.31 },
        resolved: {
          by: TECHNICIAN,
          afterMin: 190,
          notes: 'Po suchom týždni klesla hladina v studni. Sací kôš je o meter nižšie, skúšané hodinu.',
        },
      },
    ],
  },
  {
    alias: 'Bytový dom A',
    place: at('Banská Bystrica, Radvanská 8', 48.7252, 19.1321, 'u domovníka'),
    scenario: 'tall_house',
    fcType: 'GD200A',
    pumps: 2,
    owner: OWNER,
    config: { pressure: { min: 3, max: 20, normalizer: 10, sensor_max: 25 } },
  },
  {
    alias: 'Skleník',
    place: at('Slovenská Ľupča, Podhorská 3', 48.7701, 19.2683),
    scenario: 'stopped',
    owner: OWNER,
    switchedOffDaysAgo: 70,
    // A water column of 10.2 m has a pressure of 1 bar.
    config: { AnalogInput2: { enabled: 0 }, AnalogInput3: input('Hladina v nádrži', 'm', 10.2) },
  },
  {
    alias: 'Vrt – Horná lúka',
    place: at('Poniky, Horná lúka 4', 48.7123, 19.2844),
    scenario: 'weak_mains',
    owner: OWNER,
  },
  {
    alias: 'Chata Donovaly',
    place: at('Donovaly 87', 48.8786, 19.2262),
    scenario: 'cottage',
    owner: OWNER,
    delegate: { to: TECHNICIAN, days: 30 },
    past: [
      {
        code: 'FC_OFFLINE',
        severity: 'alarm',
        daysAgo: 20.6,
        clearedAfterMin: 44,
        reading: {},
        resolved: { by: OWNER, afterMin: 50, notes: 'Vypadol istič rozvádzača.' },
      },
    ],
  },
  {
    alias: 'Skúšobná stolica',
    owner: TECHNICIAN,
    past: [
      {
        code: 'NO_FLOW',
        severity: 'warning',
        daysAgo: 0.26,
        clearedAfterMin: 3,
        reading: CLOSED_VALVE,
      },
    ],
  },
  { scenario: 'household' },
];

/** The pump of the simulated houses: the maker's curve, with the heads and powers of pumps in series. */
export function demoPump(pumps = 1): PumpValues {
  const [pump] = PUMP_CATALOGUE;
  if (!pump) return {};
  return {
    pump_name: pumps > 1 ? `${pumps} × ${pump.name}` : pump.name,
    curve: pump.curve.map(({ lpm, m, w = 0 }) => ({ lpm, m: pumps * m, w: pumps * w })),
  };
}

/** Public, like the demo's passwords. */
const claimCodeOf = (number: string) => `DEM0-PMPS-${number}`;

/** Claim codes of the boards above, for the login page and the terminal. */
export const demoClaims = (count: number) =>
  demoBoards(Math.min(count, named.length)).map(({ deviceId, claimCode, owner }) => ({
    id_dev: deviceId,
    claim_code: claimCode,
    is_free: owner === undefined,
  }));

/** Further boards have the same owner and only fill the list. */
export const demoBoards = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const number = (i + 1).toString(16).toUpperCase().padStart(4, '0');
    const board: DemoBoard = named[i] ?? { alias: `Čerpadlo ${i + 1}`, scenario: 'household', owner: OWNER };
    return {
      fcType: 'GD10',
      ...board,
      deviceId: `MNB-DE${number}`,
      fcId: `FC-DE${number}`,
      claimCode: claimCodeOf(number),
    };
  });

/** Author of the boards' configuration. */
export const INSTALLER = TECHNICIAN;
