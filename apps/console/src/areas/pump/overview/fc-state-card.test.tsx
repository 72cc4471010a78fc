import { FaultKind } from '@manoboard/contract/converter/profile-file';
import { LOCALES } from '@manoboard/contract/locales';
import { faultOf } from '@manoboard/domain/fc/faults';
import { texts } from '@manoboard/i18n/texts';
import { anFcDevice } from '@manoboard/testkit/factories';
import { FC_FAULTS } from '@manoboard/testkit/fc-faults';
import { expect, it, vi } from 'vitest';
import { freezeTime, ID, measured, pass, passUntil, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { FcStateCard } from './fc-state-card.tsx';
// Preload the lazy chunks: they do not load under the frozen clock.
import './fc-trouble.tsx';

freezeTime();

async function show(
  last: ReturnType<typeof measured>[],
  setting: Parameters<typeof showLive>[1] = {},
  fcType = 'GD10',
) {
  const live = await showLive(<FcStateCard deviceId={ID} converter={{ fcType }} />, { last, ...setting });
  await pass(0);
  await vi.dynamicImportSettled();
  await pass(0);
  return live;
}
const card = (name = 'Frekvenčný menič') => page.textOf(page.get('region', name));

it('R4.6 a converter without a fault shows no fault, its state, control mode and type', async () => {
  await show([measured({ fault: 0, modbus: 2 })]);
  expect(card()).toBe('Frekvenčný meničBez poruchyStavBežíOvládanieOdtiaľtoTypGD10');
});

it('R4.6 the control mode reads Remote control or Local control', async () => {
  await show([measured({ modbus: 0 })], { locale: 'gb' });
  expect(card('Frequency converter')).toContain('Local control');
});

it('R5.1 a fault shows its code, keypad name, description and advice', async () => {
  await show([measured({ on_off_state_r: 4, fault: 22 })]);
  expect(card()).toContain(
    'PoruchaKód 22 · PIDEStrata spätnej väzby PIDMenič nevidí tlak. Skontrolujte snímač tlaku a jeho kábel.',
  );
});

it('R5.1 a fault is described in English', async () => {
  await show([measured({ on_off_state_r: 4, fault: 36 })], { locale: 'gb' });
  expect(card('Frequency converter')).toContain('FaultCode 36 · LLUnderloadThe pump probably ran dry.');
});

it.each(LOCALES)(
  'R5.1 the advice for a fault names the reset at the converter, not the switch: %s',
  async (locale) => {
    await show([measured({ on_off_state_r: 4, fault: 10 })], { locale });
    expect(page.text()).toContain('STOP/RST');
    const { fault, fcState } = texts[locale];
    expect(page.text()).toContain(`${fault.undervoltage.advice}${fcState.reset}`);
  },
);

it('R5.1 a fault that needs a technician shows no reset advice', async () => {
  await show([measured({ on_off_state_r: 4, fault: 21 })]);
  expect(page.text()).toContain(texts.sk.fault.memory.advice);
  expect(page.text()).not.toContain('STOP/RST');
});

it('R5.1 an unknown fault code and a fault without a code are shown as an unknown fault', async () => {
  const { receiveFrame } = await show([measured({ on_off_state_r: 4, fault: 99 })]);
  expect(card()).toContain('PoruchaKód 99Neznáma porucha');
  await receiveFrame(measured({ on_off_state_r: 4, fault: 0 }, { ts: 1_800_000_001 }));
  expect(card()).toContain('PoruchaNeznáma porucha');
});

it('a converter that does not answer is shown as silent, neither faulty nor fine', async () => {
  await show([measured({ fault: 0 }, { fc: 0 })]);
  expect(card()).toContain('NeodpovedáFrekvenčný menič neodpovedá');
});

it.each([
  ['no_identity', 'unknown', 'Neznámy meničMenič doske neprezradil svoj typ'],
  ['unknown_identity', 'unknown-0999', 'Neznámy meničMenič s neznámym označením 0999'],
  ['other_type', 'GD20', 'Neznámy meničNašiel sa GD20, doska je nastavená na GD10'],
] as const)('R4.16 a refused converter is named with the reason: %s', async (reason, fcType, text) => {
  const routes = {
    '/users-devices/get-all-fc-devices': () => ({
      json: [anFcDevice({ owner_dev_id: ID, fc_type: fcType, refused: { reason, configured: 'GD10' } })],
    }),
  };
  await show([measured({}, { fc: 0 })], { routes }, fcType);
  await passUntil(() => card().includes('neovláda'));
  expect(card()).toContain(text);
});

it('R8 a provider without fault codes: no unknown state beside a known one', async () => {
  await show([measured({ on_off_state_r: 3, fault: undefined })]);
  expect(card()).toBe('Frekvenčný meničStavZastavenéOvládanieOdtiaľtoTypGD10');
});

it('the converter state is unknown before the first frame', async () => {
  await show([]);
  expect(card()).toBe('Frekvenčný meničNeznámy stavStavNedostupnéOvládanieNedostupnéTypGD10');
});

it('R4.4 a stale frequency makes only the pump state stale', async () => {
  await show([measured({ fault: 0, modbus: 2 }, { older: { frequency_fc: 1_799_999_000 } })]);
  expect(card()).toBe('Frekvenčný meničBez poruchyStavBeží, naposledy pred 16 minOvládanieOdtiaľtoTypGD10');
});

it('R4.4 the fault of an offline device is grey and shows its age', async () => {
  await show([measured({ on_off_state_r: 4, fault: 22 }, {}, 7200)], { online: [] });
  expect(card()).toContain('stav pred 2 h');
  expect(page.get('status').dataset.tone).toBe('off');
  expect(page.get('region', 'Frekvenčný menič').dataset.live).toBe('false');
});

it.each(LOCALES)('R4.6 every fault of every converter has a text in %s', (locale) => {
  for (const [fcType, names] of Object.entries(FC_FAULTS))
    for (const code of Object.keys(names)) {
      const fault = faultOf({ fcType }, Number(code));
      expect(fault && texts[locale].fault[fault.kind].advice, `${fcType} ${code}`).toMatch(/\.$/);
    }
  expect(Object.keys(texts[locale].fault).sort()).toEqual([...FaultKind.options].sort());
});
