import { roundAge, useAgeText } from '../../lib/texts/format.ts';
import { useClock } from '../../lib/time/clock.ts';

/** The server stores the last use with this accuracy. */
const ACCURACY_S = 120;

/** How long ago a login or a token was used. */
export function useAgeOfUse(atS: number | null): string {
  const ageText = useAgeText();
  const ageS = useClock((nowS) => {
    const age = nowS - (atS ?? nowS);
    return age < ACCURACY_S ? 0 : roundAge(age);
  });
  return ageText(ageS, 'moment');
}
