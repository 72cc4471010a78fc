import { IconCopy } from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../../../lib/page/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';

const DRIVE = `'modbus:rtu:/dev/ttyUSB0?baud=9600&parity=even`;
/** As in `docs/guide/converters.md`. */
const COMMANDS = {
  probe: `npm run cli -- board --probe 0x2100-0x2110 --drive ${DRIVE}'`,
  simulate: 'npm run cli -- board converter --tcp 5020 --profile acme.json',
  run: `npm run cli -- board --profile acme.json --drive ${DRIVE}&identity=skip' --mqtt mqtt://server:1883 --id MNB-00A1B2 --secret-file secret.txt`,
} as const;
const STEPS = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

/** R4.16: a converter without a profile is not written; what can be read of it, and how to add its profile. */
export function UnknownConverter({ fcType }: { fcType: string | null }) {
  const t = useTranslations('unknownConverter');
  const id = useId();
  const found = fcType?.replace(/^unknown-?/, '') ?? '';
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={t('title')} />
      <p className="mb-2.5">{t('lead', { isNamed: found === '' ? 'no' : 'yes', found })}</p>
      <ol className="list-decimal pl-5 [&_li+li]:mt-3">
        {STEPS.map((step) => (
          <li key={step}>
            <p className="mb-2.5">{t(`step.${step}`)}</p>
            <div className="flex items-center flex-wrap justify-between gap-3">
              <code className="text-sm min-w-0 wrap-anywhere flex-[1_1_16rem]">
                {COMMANDS[step].split(' ').map((word, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the words do not move
                  <Fragment key={at}>
                    {at > 0 && ' '}
                    <span className="inline-block">{word}</span>
                  </Fragment>
                ))}
              </code>
              <Button
                variant="default"
                size="compact-sm"
                icon={<IconCopy size={16} stroke={1.8} aria-hidden />}
                aria-label={t('copyOne', { command: t(`name.${step}`) })}
                onClick={() => void copyText(COMMANDS[step], t('copied'))}
              >
                {t('copy')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <p className="text-sm text-dim mt-3">{t('end')}</p>
    </Card>
  );
}
