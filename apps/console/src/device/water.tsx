import type { WaterState, WaterTone } from '@manoboard/contract/device/water';
import { type WaterContext, waterState } from '@manoboard/domain/pump/water-state';
import { type WaterText, waterText } from '@manoboard/i18n/water-sentence';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../lib/texts/use-language.ts';
import type { Tone } from '../ui/tone.ts';
import { evaluationTimeOf, pumpOf } from './device-view.ts';
import { useTryMoment } from './planned-try.ts';
import { useDevice } from './use-device.ts';

/** R9.1: the colours of the water are those of states: look is a warning, act a stop. */
export const waterTones: Record<WaterTone, Tone> = {
  water: 'run',
  off: 'off',
  unknown: 'off',
  look: 'wait',
  act: 'stop',
};

/** What the list of devices tells of the water. */
export interface ListedWater extends WaterContext {
  /** The state when the list was loaded: shown until the live values arrive, so that nothing moves then. */
  listed?: WaterState | undefined;
}

/** R9.1: the state of the water by the live values, with what the list of devices tells besides. */
export const useWater = (deviceId: string, { listed, ...context }: ListedWater): WaterState =>
  useDevice(deviceId, (view) => {
    const look = pumpOf(view).status;
    if (look === 'connecting' && listed) return listed;
    return waterState({ ...context, last: view.last, look, nowS: evaluationTimeOf(view) });
  });

/** R9.1: the state of the water in the language and the zone of the page. */
export function useWaterText(): (water: WaterState) => WaterText {
  const translate = useTranslations();
  const locale = useLanguage();
  const moment = useTryMoment();
  return (water) => waterText(water, { translate, locale, moment });
}

const DOTS: Record<WaterTone, string> = {
  water: 'bg-run',
  off: 'border-2 border-off',
  unknown: 'border-2 border-dashed border-off',
  look: 'bg-wait',
  act: 'border-2 border-stop bg-stop-soft',
};

/** Before the words of the water, which say the same. */
export const WaterDot = ({ tone }: { tone: WaterTone }) => (
  <span
    className={`inline-block size-3 flex-none rounded-full ${DOTS[tone]}`}
    data-water={tone}
    aria-hidden
  />
);
