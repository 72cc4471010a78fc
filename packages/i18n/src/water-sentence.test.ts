import type { WaterState } from '@manoboard/contract/device/water';
import type { Locale } from '@manoboard/contract/locales';
import { expect, it } from 'vitest';
import { translatorOf } from './translator.ts';
import { waterText } from './water-sentence.ts';

const TITLE = { sk: 'Podpätie', gb: 'Under-voltage' };
const textIn = (locale: Locale, water: WaterState) =>
  waterText(water, {
    translate: translatorOf(locale),
    locale,
    moment: (seconds) => (locale === 'sk' ? `o ${seconds}` : `at ${seconds}`),
  });

it.each<[WaterState, sk: string, gb: string]>([
  [
    { kind: 'there', tone: 'water', reason: 'resting' },
    'Voda je: Čerpadlo oddychuje, zapne sa samo, keď otvoríte kohútik.',
    'There is water: The pump is resting and starts by itself when you open a tap.',
  ],
  [
    { kind: 'flows', tone: 'water', reason: 'running' },
    'Voda tečie: Čerpadlo beží.',
    'Water is flowing: The pump is running.',
  ],
  [
    { kind: 'there', tone: 'look', reason: 'resting', alert: TITLE },
    'Voda je: Čerpadlo oddychuje, zapne sa samo, keď otvoríte kohútik. Podpätie.',
    'There is water: The pump is resting and starts by itself when you open a tap. Under-voltage.',
  ],
  [
    { kind: 'off', tone: 'off', reason: 'switched_off', since: 7, by: 'Eva' },
    'Vypnuté: Vypnuté o 7: Eva. Samo sa nezapne.',
    'Switched off: Switched off at 7: Eva. It does not start by itself.',
  ],
  [
    { kind: 'off', tone: 'off', reason: 'tag', by: 'Ján', until: 9 },
    'Vypnuté: Na čerpadle sa pracuje: Ján. Má sa skončiť o 9. Samo sa nezapne.',
    'Switched off: Work on the pump: Ján. It should end at 9. It does not start by itself.',
  ],
  [
    { kind: 'missing', tone: 'act', reason: 'protection', event: 'DRY_RUN', since: 3, next_try: 8 },
    'Voda netečie: Doska čerpadlo zastavila o 3: chod nasucho. Samo sa spustí o 8.',
    'No water: The board stopped the pump at 3: dry running. It starts by itself at 8.',
  ],
  [
    { kind: 'there', tone: 'act', reason: 'fault', since: 3, alert: TITLE },
    'Voda ešte je: Porucha meniča o 3: Podpätie. Samo sa nespustí.',
    'There is still water: The converter tripped at 3: Under-voltage. It does not start by itself.',
  ],
  [
    { kind: 'unknown', tone: 'unknown', reason: 'offline', since: 6, was: 'there' },
    'Nevieme: Bez spojenia, posledné údaje prišli o 6. Naposledy voda bola.',
    'Unknown: Not connected, the last values arrived at 6. There was water then.',
  ],
  [
    { kind: 'unknown', tone: 'unknown', reason: 'offline', was: 'missing', next_try: 8 },
    'Nevieme: Zariadenie je bez spojenia. Naposledy voda netiekla. Doska ho môže spustiť o 8 aj bez spojenia.',
    'Unknown: The device is not connected. There was no water then. The board may start it at 8 without a connection.',
  ],
])('R9.1 %j in words', (water, sk, gb) => {
  const said = (locale: Locale) => {
    const { headline, sentence } = textIn(locale, water);
    return `${headline}: ${sentence}`;
  };
  expect([said('sk'), said('gb')]).toEqual([sk, gb]);
});

it.each<[WaterState, string]>([
  [{ kind: 'there', tone: 'water', reason: 'resting' }, 'oddychuje'],
  [{ kind: 'missing', tone: 'act', reason: 'fault', alert: TITLE }, 'Podpätie'],
  [
    { kind: 'missing', tone: 'act', reason: 'protection', event: 'DRY_RUN', next_try: 8 },
    'chod nasucho, skúsi o 8',
  ],
])('R9.1 the short reason of %j for a list', (water, expected) =>
  expect(textIn('sk', water).short).toBe(expected),
);
