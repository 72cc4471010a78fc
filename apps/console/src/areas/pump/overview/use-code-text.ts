import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { pumpStateFields } from '@manoboard/domain/pump/pump';
import { useTranslations } from 'use-intl';
import type { ReadingView } from '../../../device/device-view.ts';
import { type CodeField, useCodeMeaning } from '../../../device/use-code-meaning.ts';
import { useReading } from '../../../device/use-device.ts';
import { useValueAge } from '../../../lib/texts/format.ts';

/** The pump state depends on two values; its age is that of the older one. */
function useCode(deviceId: string, field: CodeField): ReadingView & { frequencyHz: number | null } {
  const code = useReading(deviceId, field);
  const frequency = useReading(deviceId, 'frequency_fc');
  const frequencyHz = frequency.value;
  const fields: readonly ReadingField[] = pumpStateFields({
    on_off_state_r: code.value,
    frequency_fc: frequencyHz,
  });
  const isByFrequency = field === 'on_off_state_r' && fields.includes('frequency_fc');
  if (!isByFrequency || code.freshness === 'never' || frequency.freshness !== 'stale')
    return { ...code, frequencyHz };
  return { ...code, freshness: 'stale', ageS: Math.max(code.ageS, frequency.ageS), frequencyHz };
}

/** The meaning of a converter code, with its age. */
export function useCodeText(deviceId: string, field: CodeField) {
  const t = useTranslations('common');
  const textOf = useCodeMeaning();
  const valueAge = useValueAge();
  const { freshness, value, ageS, frequencyHz } = useCode(deviceId, field);
  const missing = t('notAvailable');
  if (freshness === 'never') return { freshness, code: null, text: null, missing };
  const text = textOf(field, value, frequencyHz);
  return { freshness, code: value, text, ...valueAge(ageS, freshness), missing };
}
