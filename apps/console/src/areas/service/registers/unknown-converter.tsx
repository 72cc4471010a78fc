import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../../../lib/page/copy-text.ts';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import classes from './unknown-converter.module.css';

const DRIVE = `'modbus:rtu:/dev/ttyUSB0?baud=9600&parity=even`;
/** As in `docs/guide/converters.md`. */
const COMMANDS = {
  probe: `npm run board -- --probe 0x2100-0x2110 --drive ${DRIVE}'`,
  simulate: 'npm run board -- converter --tcp 5020 --profile acme.json',
  run: `npm run board -- --profile acme.json --drive ${DRIVE}&identity=skip' --mqtt mqtt://server:1883 --id MNB-00A1B2 --secret-file secret.txt`,
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
      <p className="margin-0-0-4">{t('lead', { isNamed: found === '' ? 'no' : 'yes', found })}</p>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <p className="margin-0-0-4">{t(`step.${step}`)}</p>
            <div className="row wrap between gap-5">
              <code className={classes.code}>
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
                leftSection={<IconCopy size={16} stroke={1.8} aria-hidden />}
                aria-label={t('copyOne', { command: t(`name.${step}`) })}
                onClick={() => void copyText(COMMANDS[step], t('copied'))}
              >
                {t('copy')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <p className="text-sm dim margin-5-0-0">{t('end')}</p>
    </Card>
  );
}
