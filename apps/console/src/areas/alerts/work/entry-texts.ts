import type { Place } from '@manoboard/contract/device/place';
import { distanceKm, pinOf } from '@manoboard/domain/pump/place';
import { useTranslations } from 'use-intl';
import { useDistanceText } from '../../../device/place.ts';
import { usePosition } from '../../../lib/page/use-position.ts';
import { useAlertTexts } from '../one/alert-facts.ts';
import type { WorkEntry } from './use-work-list.ts';

export function useEntryTexts() {
  const t = useTranslations('work.device');
  const { titleOf } = useAlertTexts();
  return { whatOf: (entry: WorkEntry) => (entry.kind === 'alert' ? titleOf(entry.alert) : t(entry.kind)) };
}

/** How far the place is, if the place has a pin and the browser has given a position. */
export function useKilometres(place: Place | null | undefined): string | undefined {
  const { position } = usePosition();
  const distanceText = useDistanceText();
  const pin = pinOf(place);
  return position && pin ? distanceText(distanceKm(position, pin)) : undefined;
}
