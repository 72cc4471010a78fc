import { randomInt } from 'node:crypto';
import { CLAIM_LETTERS } from '@manoboard/contract/device/claim';

const group = () => Array.from({ length: 4 }, () => CLAIM_LETTERS[randomInt(CLAIM_LETTERS.length)]).join('');

/** 60 random bits that are easy to type: `7K3D-9QTX-2MVA`. */
export const newCode = () => [group(), group(), group()].join('-');
