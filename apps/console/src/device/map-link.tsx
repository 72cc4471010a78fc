import type { Place } from '@manoboard/contract/device/place';
import { geoUrl, mapUrl } from '@manoboard/domain/pump/place';
import type { ComponentProps } from 'react';
import { config } from '../lib/page/config.ts';

const DEFAULT_MAP = 'https://www.openstreetmap.org/search?query={q}';

/** R4.17: where the place is on a map. Android opens the maps that its user has chosen. */
export const placeUrl = (place: Pick<Place, 'address' | 'lat' | 'lon'>) =>
  /Android/.test(navigator.userAgent) ? geoUrl(place) : mapUrl(config.map_url ?? DEFAULT_MAP, place);

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  place: Pick<Place, 'address' | 'lat' | 'lon'>;
}

/** A link to the map; its plain content if there is nothing to show there. */
export function MapLink({ place, children, ...link }: Props) {
  const url = placeUrl(place);
  if (!url) return children;
  return (
    <a {...link} href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
