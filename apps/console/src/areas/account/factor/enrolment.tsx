import { Button } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../../../ui/form.module.css';
import { Heading } from '../../../ui/heading.tsx';
import items from '../items.module.css';
import { AddApp, AddPasskey } from './add-factor.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import own from './factor.module.css';
import { RecoveryCodeList } from './recovery-codes.tsx';

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** Staff add their first factor before anything else. */
export function Enrolment({ onDone, onLogout }: { onDone: () => void; onLogout: () => void }) {
  const t = useTranslations('factor');
  const [way, setWay] = useState<'passkey' | 'app'>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes)
    return (
      <div className={classes.form}>
        <Heading title={t('codes.shownTitle')} />
        <RecoveryCodeList codes={codes} onDone={onDone} />
      </div>
    );
  const Add = way === 'passkey' ? AddPasskey : AddApp;
  return (
    <div className={classes.form}>
      <Heading title={t('enrol.title')} text={t('enrol.lead')} />
      {way ? (
        <Add onAdded={(added) => (added.codes ? setCodes(added.codes) : onDone())} />
      ) : (
        <>
          {canUsePasskeys() ? (
            <>
              <Button
                size="md"
                fullWidth
                leftSection={<IconFingerprint {...icon} />}
                onClick={() => setWay('passkey')}
              >
                {t('addPasskey')}
              </Button>
              <p className={own.hint}>{t('passkeyHint')}</p>
            </>
          ) : (
            <p className={own.hint}>{t('noPasskeys')}</p>
          )}
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconDeviceMobile {...icon} />}
            onClick={() => setWay('app')}
          >
            {t('addApp')}
          </Button>
          <p className={own.hint}>{t('appHint')}</p>
        </>
      )}
      <p className={classes.under}>
        {way && (
          <>
            <button type="button" className={items.textButton} onClick={() => setWay(undefined)}>
              {t('step.back')}
            </button>
            {' · '}
          </>
        )}
        <button type="button" className={items.textButton} onClick={onLogout}>
          {t('enrol.logout')}
        </button>
      </p>
    </div>
  );
}
