import { TEXT } from './command.mjs';

export const USAGE = `Usage: npm run firmware -- keys DIR
       npm run firmware -- pack --image [NAME=]FILE … --version 1.5.0 --hw MNB-2 --from '>=1.3.0' --key FILE \\
         --changelog-sk FILE --changelog-gb FILE --expires 2027-12-31 --out FILE [--id ID] [--chunk BYTES]
Makes the keys and the signed releases of the firmware's maker.`;
/** @type {{ keys: import('./command.mjs').Form, pack: import('./command.mjs').Form }} */
export const verbs = {
  keys: { positionals: [1, 1] },
  pack: {
    options: {
      image: { type: 'string', multiple: true },
      ...{ version: TEXT, hw: TEXT, from: TEXT, key: TEXT, expires: TEXT, out: TEXT, id: TEXT, chunk: TEXT },
      ...{ 'changelog-sk': TEXT, 'changelog-gb': TEXT },
    },
  },
};
