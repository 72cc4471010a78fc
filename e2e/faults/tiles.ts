import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Page } from 'playwright-core';
import { texts } from '../texts.ts';

const { age, analog, common, device, fcState, overview, pressure, pump, stats, water } = texts.sk;
const at = (region: string) => (name: string) => `${region}: ${name}`;
const value = at(overview.values);
const ofPump = at(pump.title);
const ofConverter = at(fcState.title);
const meter = at(stats.title);
const input = at(analog.title);

const PUMP_STATE = ofPump('state');
/** The card of the water is named like the pump. */
const WATER = 'water';
const MOTOR = `${WATER}: motor`;
const ACTUAL = `${WATER}: actual`;
const REQUIRED = `${water.controls}: ${pressure.title}`;
const FAULT = ofConverter('fault');

/** Values of the analog inputs of these boards. */
export const INPUTS = { analog_input_2: 'Tlak na výtlaku', analog_input_3: 'Tlak na saní' };

/** The state of a pump that is on depends on two values. */
const STATE = [value(device.field.on_off_state_r), MOTOR, PUMP_STATE, ofConverter(fcState.state)];
/** Places of a value besides its own tile. */
const MORE: Partial<Record<ReadingField, string[]>> = {
  on_off_state_r: STATE,
  frequency_fc: STATE,
  modbus: [ofConverter(fcState.control)],
  fault: [FAULT],
  pressure: [ofPump(pump.pressure), ACTUAL],
  required_pressure: [REQUIRED],
  motor_rpm: [ofPump(pump.rpm)],
  motor_power: [ofPump(pump.power)],
  motor_current: [ofPump(pump.current)],
  electro_meter: [meter(stats.electro_meter)],
  motor_operating_hours: [meter(stats.motor_operating_hours)],
  analog_input_2: [input(INPUTS.analog_input_2)],
  analog_input_3: [input(INPUTS.analog_input_3)],
};

/** Every place of these values, on the page of the pump and behind its motor. */
export const placesOf = (fields: readonly ReadingField[]) =>
  new Set(fields.flatMap((field) => [value(device.field[field]), ...(MORE[field] ?? [])]));

/** Regions whose values a screen must show. */
const REGIONS = {
  page: [overview.values, WATER, water.controls, stats.title, analog.title],
  motor: [pump.title, fcState.title],
};
export type Screen = keyof typeof REGIONS;
export const isOn = (screen: Screen) => (place: string) =>
  REGIONS[screen].some((region) => place.startsWith(`${region}: `));

const beforePlaceholder = (text: string) => text.split('{')[0] ?? '';
/** Lines of the accessibility tree: those that start a value, and its name if it differs. */
const VALUE_STARTS: readonly [line: RegExp, name?: string][] = [
  [/^- term: (.+)$/],
  [/^- meter "(.+?)"/],
  [new RegExp(`^- listitem: (${fcState.state}|${fcState.control}) `)],
  [new RegExp(`^- text: .*\\b(${pressure.title})$`)],
  [/^- paragraph: "?[\d–].* (bar)/, 'actual'],
  [/^- '?button "(Motor|Naposledy: Motor) /, 'motor'],
  [
    new RegExp(`^- paragraph: "?(${beforePlaceholder(pump.lastKnown)}|${beforePlaceholder(pump.reported)})`),
    'state',
  ],
  [new RegExp(`^- heading "(${fcState.title})"`), 'fault'],
];
const PAST_MARK = new RegExp(`${age.past}[ :]|paragraph: ${beforePlaceholder(fcState.asOf)}`, 'i');

function nameIn(line: string): string | undefined {
  for (const [start, name] of VALUE_STARTS) {
    const found = line.match(start)?.[1];
    if (found) return name ?? found;
  }
  return undefined;
}

/** The region of a name; the card of the water is named like the pump. */
function regionOf(name: string) {
  if (name === device.lastKnownValues) return overview.values;
  return name.startsWith(`${pump.title} `) ? WATER : name;
}

type Freshness = 'live' | 'stale' | 'never';
const freshnessIn = (line: string): Freshness | undefined => {
  if (line.includes(common.notAvailable)) return 'never';
  return PAST_MARK.test(line) ? 'stale' : undefined;
};

/** All values of a screen as read by a screen reader, and which of them are marked as old. */
export async function readTiles(page: Page, screen: Screen): Promise<ReadonlyMap<string, Freshness>> {
  const snapshot = await page.getByRole(screen === 'motor' ? 'dialog' : 'main').ariaSnapshot();
  const tiles = new Map<string, Freshness>();
  let region = '';
  let tile: string | undefined;
  for (const line of snapshot.split('\n').map((text) => text.trim())) {
    // The tree quotes a line whose name has a colon.
    const entered = line.match(/^- '?(?:region|list) "(.+?)"'?:/)?.[1];
    if (entered) [region, tile] = [regionOf(entered), undefined];
    const name = nameIn(line);
    // Its values are single lines, before the words of the water.
    if (region === WATER) tile = undefined;
    // The age of the whole card is at its end.
    if (line.startsWith(`- paragraph: ${beforePlaceholder(fcState.asOf)}`)) tile = FAULT;
    else if (name) tile = `${region}: ${name}`;
    if (tile) tiles.set(tile, freshnessIn(line) ?? tiles.get(tile) ?? 'live');
  }
  if (tiles.get(FAULT) === 'stale')
    for (const row of [fcState.state, fcState.control]) tiles.set(ofConverter(row), 'stale');
  return tiles;
}
