import { areaTexts } from '../../lib/texts/area-texts.tsx';

export const AlertTexts = areaTexts('alerts');
export const WorkTexts = areaTexts('alerts', 'work');
