import { mkdirSync, writeFileSync } from 'node:fs';
import { AlertKind } from '@manoboard/contract/alert/kinds';
import { LOCALES } from '@manoboard/contract/locales';
import { eventNumbers } from '@manoboard/domain/alerts/rules/alert-numbers';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import { PUMP } from '@manoboard/domain/alerts/rules/memory';
import { numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { expect, it } from 'vitest';
import { alertMail } from './alert-mail.ts';
import { composeMessage } from './alert-message.ts';
import type { DeliveryFacts } from './send.repo.ts';

const AT_S = Date.parse('2026-11-17T12:05:00Z') / 1000;
const RAN = { pressure: 0, frequency_fc: 50, motor_power: 0.3 };
const stop = (code: 'DRY_RUN' | 'PIPE_BURST' | 'OVER_PRESSURE' | 'SENSOR_BREAK', more: object = {}) =>
  eventNumbers({ code, d: RAN, held: 12, stopped: true, retry_in: 0, ...more }, AT_S);
const trip = (fault: number, d: object) => eventNumbers({ code: 'FC_FAULT', d: { fault, ...d } }, AT_S);

/** Numbers of alerts as the server stores them, with the words that their mails must have in both languages. */
const CASES: readonly [AlertKind, Record<string, number>, sk: string, gb: string][] = [
  [
    'dry_run',
    stop('DRY_RUN', { retry_in: 3600 }),
    'Doska zastavila čerpadlo, bežalo nasucho: 0,0 bar pri 50 Hz počas 12 s. Znova to skúsi o 14:05.',
    'The board stopped the pump, which ran dry: 0.0 bar at 50 Hz for 12 s. It tries again at 14:05.',
  ],
  [
    'dry_run',
    stop('DRY_RUN', { stopped: false }),
    'Čerpadlo beží nasucho: 0,0 bar pri 50 Hz počas 12 s. Zastavte ho na klávesnici meniča: odtiaľ sa teraz ovláda a doska ho zastaviť nemôže.',
    'The pump runs dry: 0.0 bar at 50 Hz for 12 s. Stop it at the keypad of the converter',
  ],
  [
    'pipe_burst',
    stop('PIPE_BURST', { d: { ...RAN, pressure: 1.24 }, held: 60 }),
    'Doska zastavila čerpadlo, na plný výkon neudržalo tlak: 1,2 bar pri 50 Hz počas 60 s. Potrubie je zrejme prasknuté. Doska ho sama už nespustí, zapnúť ho musí človek.',
    'The board does not start it again; a person has to.',
  ],
  [
    'over_pressure',
    stop('OVER_PRESSURE', { d: { ...RAN, pressure: 6.04, frequency_fc: 38.2 }, held: 2 }),
    'tlak bol príliš vysoký: 6,0 bar pri 38,2 Hz počas 2 s.',
    'the pressure was too high: 6.0 bar at 38.2 Hz for 2 s.',
  ],
  [
    'no_flow',
    eventNumbers({ code: 'NO_FLOW', d: { ...RAN, pressure: 4.1 }, held: 60 }, AT_S),
    'Čerpadlo beží, no voda netečie: 4,1 bar pri 50 Hz počas 60 s. Doska ho nechala bežať.',
    'The pump is running, but no water is flowing: 4.1 bar at 50 Hz for 60 s. The board let it run.',
  ],
  [
    'sensor_fault',
    stop('SENSOR_BREAK', { d: { ...RAN, analog_input_2: 0 }, held: 4 }),
    'Doska zastavila čerpadlo, snímač tlaku nehlási nič zmysluplné (0 V, má byť 0,05 až 10,6 V).',
    'The board stopped the pump, the signal of the pressure sensor makes no sense (0 V, should be 0.05 to 10.6 V).',
  ],
  [
    'sensor_fault',
    trip(22, RAN),
    'Menič sa vypol, stratil signál snímača tlaku. Čerpadlo stojí. Spustí sa až po vynulovaní poruchy.',
    'The pump has stopped. It starts only after the fault is reset.',
  ],
  [
    'drive_fault',
    trip(11, RAN),
    'Menič sa vypol pre preťaženie, motor potreboval priveľký výkon (OL1). Čerpadlo stojí.',
    'The converter tripped because the motor needed too much power: overload (OL1). The pump has stopped.',
  ],
  ['drive_fault', trip(17, RAN), 'Menič sa vypol pre poruchu EF.', 'tripped with a fault (EF).'],
  [
    'dry_run',
    trip(36, RAN),
    'Menič zastavil čerpadlo, jeho motor mal primalú záťaž, zrejme bežalo nasucho',
    'its motor had too little load, so it probably ran dry',
  ],
  [
    'over_voltage',
    { volt: 367, heldS: 5, pump: PUMP.runs, class: 230 },
    'Napätie v meniči stúplo na 367 V (hranica 360 V). Čerpadlo beží ďalej.',
    'The voltage in the converter rose to 367 V (limit 360 V). The pump keeps running.',
  ],
  [
    'over_voltage',
    { volt: 640, heldS: 5, pump: PUMP.runs, class: 400 },
    '640 V (hranica 598 V)',
    '640 V (limit 598 V)',
  ],
  [
    'no_flow',
    { pressure: 1.2, frequency: 50, heldS: 60, starved: 1, pump: PUMP.runs },
    'než prichádza do domu, takže sanie alebo cesta do domu je zrejme upchatá: 1,2 bar pri 50 Hz počas 60 s.',
    'so its suction or the way to the house is probably blocked: 1.2 bar at 50 Hz for 60 s.',
  ],
  [
    'over_current',
    { stiffKw: 1.6, heldS: 180, pump: PUMP.runs },
    'Motor už pol hodiny odoberá viac výkonu (1,6 kW), než zodpovedá prietoku a tlaku čerpadla: niečo mu bráni v otáčaní.',
    'For half an hour the motor has taken more power (1.6 kW) than the flow and the pressure of the pump explain',
  ],
  [
    'over_current',
    { current: 3.2, ratedA: 2.9, heldS: 180, pump: PUMP.runs },
    'Motor odoberá 3,2 A, jeho menovitý prúd je 2,9 A. Čerpadlo beží ďalej.',
    'The motor takes 3.2 A; its rated current is 2.9 A.',
  ],
  [
    'started_itself',
    { starter: 1, pressure: 2.1, frequency: 20, lastPump: PUMP.stands },
    'Čerpadlo niekto spustil na klávesnici meniča.',
    'Somebody started the pump at the keypad of the converter.',
  ],
  [
    'started_itself',
    { starter: 0, pump: PUMP.runs },
    'Čerpadlo sa spustilo a nikto ho odtiaľto nespúšťal.',
    'The pump started, and nobody started it from here.',
  ],
  [
    'reverse_rotation',
    { pressure: 0.8, frequency: 50, heldS: 30, pump: PUMP.runs },
    'Menič točí čerpadlo opačným smerom: 0,8 bar pri 50 Hz.',
    'The converter turns the pump backwards: 0.8 bar at 50 Hz.',
  ],
  [
    'frost',
    { board: 1.5, heldS: 600, pump: PUMP.stands },
    'Pri doske je 1,5 °C (hranica 3 °C). Čerpadlo a potrubie môžu zamrznúť.',
    'At the board it is 1.5 °C (limit 3 °C).',
  ],
  ['seizing', { rest: 31, heldS: 0 }, 'Čerpadlo nebežalo už 31 dní.', 'The pump has not run for 31 days.'],
  [
    'pipe_burst',
    { pressure: 4, frequency: 47, heldS: 60, pump: PUMP.runs, flow: 80, usualFlow: 25 },
    'Čerpadlo už pol hodiny dodáva asi 80 l/min (odhad); dom doteraz tak dlho odoberal najviac 25 l/min.',
    'about 80 l/min (estimated); until now the house has drawn at most 25 l/min for so long.',
  ],
  [
    'short_cycling',
    { hour: 9, day: 130, permitted: 100, cause: 2 },
    '(hranica 20 za hodinu, 100 za 24 hodín). Beží alebo stojí medzi spusteniami kratšie než zvyčajne: tlaková nádoba zrejme stratila vzduch.',
    'the pressure tank has probably lost its air.',
  ],
  [
    'over_temperature',
    { temperature: 58, expectedC: 40, heldS: 60, pump: PUMP.runs },
    'Menič má 58 °C. Podľa výkonu a teploty okolia by mal mať asi 40 °C; zrejme nefunguje ventilátor.',
    'about 40 °C would be usual; its fan has probably failed.',
  ],
  [
    'under_voltage',
    trip(10, { bus_voltage: 183.6 }),
    'Menič sa vypol pre podpätie (183,6 V). Čerpadlo stojí. Spustí sa až po vynulovaní poruchy.',
    'The converter tripped on undervoltage (183.6 V). The pump has stopped.',
  ],
  [
    'under_voltage',
    trip(10, {}),
    'Menič sa vypol pre podpätie. Čerpadlo stojí.',
    'tripped on undervoltage. The',
  ],
  [
    'under_voltage',
    { volt: 240.2, heldS: 5, pump: PUMP.runs },
    'Napätie v meniči kleslo na 240,2 V (hranica 285 V). Čerpadlo beží ďalej.',
    'The voltage in the converter fell to 240.2 V (limit 285 V). The pump keeps running.',
  ],
  [
    'over_temperature',
    { temperature: 78, heldS: 60, pump: PUMP.waits },
    'Menič sa zohrial na 78 °C (varovanie od 75 °C, kritické od 85 °C). Čerpadlo je zapnuté, práve nečerpá.',
    'The converter has reached 78 °C (warning from 75 °C, critical from 85 °C). The pump is on but not pumping now.',
  ],
  [
    'over_temperature',
    trip(16, {}),
    'Menič sa vypol pre prehriatie. Čerpadlo stojí.',
    'because it overheated. The',
  ],
  [
    'fc_link_lost',
    { heldS: 12, lastPump: PUMP.runs, lastAgoS: 14 },
    'Menič prestal odpovedať doske, preto sa nedá zistiť, čo čerpadlo robí. Naposledy (14 s predtým) bežalo a môže bežať ďalej; na diaľku sa teraz nedá zastaviť.',
    'so what the pump is doing is unknown. It was last seen (14 s before) running and may go on; it cannot be stopped from here now.',
  ],
  [
    'fc_link_lost',
    { heldS: 12, lastPump: PUMP.stands, lastAgoS: 600 },
    'Naposledy (10 min predtým) stálo.',
    'It was last seen (10 min before) off.',
  ],
  [
    'fc_link_lost',
    { heldS: 0 },
    'nedá zistiť, čo čerpadlo robí. Ani jeho predošlý stav server nepozná.',
    'The server does not know its earlier state either.',
  ],
  [
    'board_offline',
    { heldS: 300, lastPump: PUMP.stands },
    'Riadiaca doska sa neozvala už 5 min. Čerpadlo predtým stálo.',
    'The board has been silent for 5 min. The pump was off before.',
  ],
  [
    'board_offline',
    { heldS: 300, lastPump: PUMP.waits },
    'Čerpadlo bolo predtým zapnuté; ak má doska prúd, reguluje tlak aj bez spojenia.',
    'The pump was on; if the board has power, it regulates the pressure even without a connection.',
  ],
  [
    'weak_wifi',
    { rssi: -84, heldS: 600, pump: 2 },
    'za posledný deň -84 dBm (hranica -80 dBm).',
    'was -84 dBm in the last day',
  ],
  ['endless_run', { runH: 6.2, pump: 2 }, 'beží bez zastavenia už 6,2 h.', 'without a stop for 6.2 h.'],
  [
    'pressure_off',
    { pressure: 2.4, required: 4, heldS: 300, pump: 2 },
    'Tlak je 2,4 bar, požadovaný 4,0 bar, už 5 min. Čerpadlo beží ďalej.',
    'The pressure has been 2.4 bar instead of 4.0 bar for 5 min.',
  ],
  [
    'clock_unset',
    { heldS: 60, pump: 0 },
    'Doska posiela údaje bez času.',
    'The board sends data without a time.',
  ],
  [
    'meter_jump',
    { meter: 0, meterFrom: 120.5, meterTo: 940, pump: 1 },
    'Elektromer sa zmenil z 120,5 na 940 kWh, to čerpadlo nemohlo spôsobiť.',
    'The electricity meter went from 120.5 to 940 kWh, which the pump cannot have caused.',
  ],
  ['config_not_applied', { heldS: 300, lastPump: 1 }, 'nepoužila už 5 min. Platí doterajšie.', 'for 5 min.'],
  [
    'short_cycling',
    { hour: 31, day: 162, pump: 2 },
    'Čerpadlo sa spustilo 31-krát za poslednú hodinu a 162-krát za 24 hodín (hranica 20 za hodinu, 150 za 24 hodín).',
    'The pump started 31 times in the last hour and 162 times in 24 hours',
  ],
  ['leak', { minutes: 17, pump: 1 }, 'zapínalo pravidelne, približne každých 17 min.', 'about every 17 min.'],
  [
    'leak',
    { sign: 2, minutes: 0, lpm: 0.4 },
    'tlak bez zapnutia čerpadla stále klesal. Podľa',
    '0.4 l/min escape.',
  ],
  ['worn_impeller', { percent: 6.7, pump: 2 }, 'o 6,7 % menšiu výtlačnú výšku', '6.7 % less head'],
  [
    'clogged_suction',
    { percent: 9 },
    'o 9 % menšiu výtlačnú výšku',
    'At a large flow the pump reaches 9 % less',
  ],
  ['low_well', { lower: 5.5 }, 'o 5,5 m vyššie', 'lifts the water 5.5 m higher'],
  [
    'unusual_silence',
    { silentH: 28.5, usualH: 9.2 },
    'nespustilo sa už 28,5 h; jeho najdlhšia zvyčajná prestávka je 9,2 h.',
    'has not started for 28.5 h',
  ],
  ['blocked_outlet', { silentH: 28.5, usualH: 9.2 }, 'tlak pri čerpadle neklesá', 'does not fall'],
  [
    'stuck_sensor',
    { stillMin: 62, turns: 3 },
    'nezmenil už 62 min, hoci sa čerpadlo spúšťalo a zastavovalo (3-krát).',
    'has not moved for 62 min, although the pump started and stopped 3 times.',
  ],
  [
    'register_drift',
    { group: 1, index: 20, expected: 2.5, found: 30, others: 2 },
    'Parameter P01.20 meniča má hodnotu 30, predtým 2,5.',
    'Parameter P01.20 of the converter is 30; it was 2.5 before.',
  ],
  [
    'self_start_enabled',
    { group: 1, index: 21, found: 1, afterFault: 0, others: 0 },
    'Menič sa po výpadku prúdu spustí sám: parameter P01.21 má hodnotu 1. Pred prácou na čerpadle vypnite aj istič.',
    'The converter starts by itself after a power cut: parameter P01.21 is 1. Before anyone works',
  ],
  [
    'self_start_enabled',
    { group: 8, index: 28, found: 3, afterFault: 1, others: 1 },
    'Menič sa po poruche spustí sám: parameter P08.28 má hodnotu 3. Podobne je nastavený 1 ďalší parameter.',
    'starts by itself after a fault: parameter P08.28 is 3. 1 other parameter is set like this too.',
  ],
  ['fc_id_conflict', {}, 'Rovnaké ID frekvenčného meniča hlási aj iná doska.', 'Another board reports'],
  ['message_flood', {}, 'Server ich zatiaľ neprijal 1', 'has not accepted 1'],
  [
    'behaves_differently',
    { metric: 0, usual: 80, now: 151, others: 0 },
    'Štarty za deň: zvyčajne 80, teraz 151.',
    'Starts a day: usually 80, now 151.',
  ],
  ['site_outage', { cause: 2, minutes: 1, devices: 40 }, 'Stav 40 zariadení', 'The state of 40 devices'],
  ['delivery_failed', {}, 'nepodarilo doručiť', 'could not be delivered'],
];

const isRule = (kind: AlertKind): kind is keyof typeof alertRules => Object.hasOwn(alertRules, kind);

const factsOf = (kind: AlertKind, numbers: Record<string, number>, zone: string | null): DeliveryFacts => ({
  fcRefusal: null,
  fcConfigured: null,
  id: 1,
  alertId: 42,
  change: 'raised',
  step: 'owner',
  kind,
  severity: 'alarm',
  numbers,
  zone,
  thresholds: isRule(kind) ? numbersOf(kind, alertRules[kind].thresholds, {}) : {},
  raisedAt: new Date(AT_S * 1000),
  clearedAt: null,
  deviceKey: null,
  deviceId: 'MNB-D1000',
  alias: 'Studňa',
  address: 'Lesná 14, Zvolen',
  fcType: 'GD10',
  fcFacts: null,
  heldMessages: 1200,
  mayReceive: true,
});
const pageUrl = (path: string) => `https://pumps.example${path}`;
const contextOf = (locale: 'sk' | 'gb') =>
  ({
    locale,
    timeZone: 'Europe/Bratislava',
    messageKey: '1',
    roles: [],
    pageUrl,
    waterOf: () => undefined,
  }) as const;

const mailOf = (
  kind: AlertKind,
  numbers: Record<string, number>,
  locale: 'sk' | 'gb',
  zone: string | null = null,
) =>
  alertMail(
    'eva@example.sk',
    composeMessage([factsOf(kind, numbers, zone)], contextOf(locale)),
    pageUrl('/admin/profile/notifications'),
  );

it.each([
  ['sk', 'Voda: Voda netečie. Doska čerpadlo zastavila: chod nasucho. Samo sa nespustí.'],
  ['gb', 'Water: No water. The board stopped the pump: dry running. It does not start by itself.'],
] as const)('R9.1 the mail says whether there is water, in %s', (locale, expected) => {
  const waterOf = () => ({ kind: 'missing', tone: 'act', reason: 'protection', event: 'DRY_RUN' }) as const;
  const message = composeMessage([factsOf('dry_run', {}, null)], { ...contextOf(locale), waterOf });
  expect(alertMail('eva@example.sk', message, '').text).toContain(expected);
});

it('R7.4 every kind has a mail in the table', () =>
  expect([...new Set(CASES.map(([kind]) => kind))].sort()).toEqual([...AlertKind.options].sort()));

it.each(CASES)(
  'R7.4 the mail of %s with %j says what happened in both languages',
  (kind, numbers, sk, gb) => {
    for (const [locale, words] of [
      ['sk', sk],
      ['gb', gb],
    ] as const) {
      const { text, subject, html } = mailOf(kind, numbers, locale);
      expect(text).toContain(words);
      expect(`${subject}\n${text}`).not.toMatch(/[{}]|NaN|undefined|alertHappened|alertRule| {2}|\.\./);
      expect(html).toContain('?take=1');
      // To read them: MAILS=folder npm test -- alert-mail
      const folder = process.env.MAILS;
      if (!folder) continue;
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        `${folder}/${kind}-${Object.keys(numbers).join('-').slice(0, 60)}-${locale}.txt`,
        `${subject}\n\n${text}\n`,
      );
    }
  },
);

it.each([
  ['GD200A', 14, 'drive_fault', 'Menič sa vypol, chýba mu fáza (SPO).'],
  ['SINAMICS-V20', 20, 'drive_fault', 'Menič sa vypol, chýba mu fáza (F20).'],
  [
    'SINAMICS-V20',
    11,
    'drive_fault',
    'Menič sa vypol pre preťaženie, motor potreboval priveľký výkon (F11).',
  ],
  ['SINAMICS-V20', 14, 'drive_fault', 'Menič sa vypol pre poruchu 14.'],
  ['SINAMICS-V20', 2, 'over_voltage', 'Menič sa vypol pre prepätie.'],
] as const)(
  'R7.4 the mail of a trip of a %s with the code %i has the words of its profile',
  (fcType, fault, kind, words) => {
    const facts = { ...factsOf(kind, trip(fault, {}), null), fcType };
    expect(composeMessage([facts], contextOf('sk')).text).toContain(words);
  },
);

it('R7.4 no mail claims that a pump regulates which was off', () => {
  for (const [kind] of CASES)
    for (const locale of LOCALES) {
      const { text } = mailOf(kind, { pump: PUMP.stands, lastPump: PUMP.stands, heldS: 300 }, locale);
      if (kind === 'site_outage') continue;
      expect(text).not.toMatch(/reguluje|regulates|regulating|beží ďalej|keeps running/);
    }
});

it.each([
  ['sk', null, 'Čas: 17. 11. 2026, 13:05 (Europe/Bratislava)', 'o 14:05.'],
  ['gb', null, 'Time: 17 Nov 2026, 13:05 (Europe/Bratislava)', 'at 14:05.'],
  ['sk', 'America/New_York', 'Čas: 17. 11. 2026, 7:05 (America/New_York)', 'o 8:05 (America/New_York).'],
  ['gb', 'America/New_York', 'Time: 17 Nov 2026, 07:05 (America/New_York)', 'at 8:05 (America/New_York).'],
] as const)(
  'R7.4 a mail in %s has the local time of the device and names the zone: %s',
  (locale, zone, time, retry) => {
    const { text } = mailOf('dry_run', { stopped: 1, heldS: 12, retryAt: AT_S + 3600 }, locale, zone);
    expect(text).toContain(time);
    expect(text).toContain(retry);
  },
);

it('R7.4 a digest gives each alert in the time of its own device', () => {
  const [one, other] = ['Asia/Tokyo', null].map((zone) => factsOf('dry_run', {}, zone));
  const message = composeMessage([one, other] as [DeliveryFacts, DeliveryFacts], contextOf('gb'));
  const { text } = alertMail('eva@example.sk', message, pageUrl('/admin'));
  expect(text).toContain('21:05 (Asia/Tokyo)');
  expect(text).toContain('13:05 (Europe/Bratislava)');
});

it.each([
  [
    'other_type',
    'GD20',
    'Menič iného typu',
    'Doska našla menič GD20, nastavená je na GD10.',
    'Converter of another type',
  ],
  [
    'unknown_identity',
    'unknown-0999',
    'Neznámy menič',
    'neznámym označením (unknown-0999)',
    'Unknown converter',
  ],
  ['no_identity', 'unknown', 'Neznámy menič', 'neprezradil svoj typ', 'Unknown converter'],
] as const)(
  'R4.16 the mail of a drive that is refused (%s) says so, and that nothing is written to it',
  (fcRefusal, fcType, title, sentence, gbTitle) => {
    const facts = { ...factsOf('fc_link_lost', {}, null), fcRefusal, fcType, fcConfigured: 'GD10' };
    const mailIn = (locale: 'sk' | 'gb') =>
      alertMail('eva@example.sk', composeMessage([facts], contextOf(locale)), pageUrl('/admin'));
    const { subject, text } = mailIn('sk');
    expect(subject).toBe(`Kritické: ${title}, Studňa`);
    expect(text).toContain(sentence);
    expect(text).toContain('nič naň nezapisuje');
    expect(text).not.toContain('RS-485');
    expect(mailIn('gb').subject).toBe(`Critical: ${gbTitle}, Studňa`);
    expect(mailIn('gb').text).toContain('nor writes anything to it');
  },
);
