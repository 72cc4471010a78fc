import { absolute, PATH, TEXT } from '../../env/command.mjs';
import { runScript } from '../run-script.mjs';

/** @type {import('../../env/command.mjs').Command} */
export const firmware = {
  summary: 'make the signing keys and the signed releases of firmware',
  usage: `Usage: npm run cli -- firmware keys DIR
       npm run cli -- firmware pack --image [NAME=]FILE … --version 1.5.0 --hw MNB-2 --from '>=1.3.0' --key FILE \\
         --changelog-sk FILE --changelog-gb FILE --expires 2027-12-31 --out FILE [--id ID] [--chunk BYTES]
Makes the keys and the signed releases of the firmware's maker.`,
  verbs: {
    keys: { positionals: [1, 1], arePaths: true },
    pack: {
      options: {
        image: { ...TEXT, multiple: true, resolve: (value) => value.replace(/[^=]+$/, absolute) },
        version: TEXT,
        hw: TEXT,
        from: TEXT,
        key: PATH,
        expires: TEXT,
        out: PATH,
        id: TEXT,
        chunk: TEXT,
        'changelog-sk': PATH,
        'changelog-gb': PATH,
      },
    },
  },
  run: ({ verb = '', args }) => runScript(['tools/commands/boards/firmware-tool.ts', verb, ...args]),
};
