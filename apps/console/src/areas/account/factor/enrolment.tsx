import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { UnderForm } from '../../../ui/form.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { AddApp, AddPasskey } from './add-factor.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { RecoveryCodeList } from './recovery-codes.tsx';

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** Staff add their first factor before anything else. */
export function Enrolment({ onDone, onLogout }: { onDone: () => void; onLogout: () => void }) {
  const t = useTranslations('factor');
  const [way, setWay] = useState<'passkey' | 'app'>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes)
    return (
      <div className="grid grid-cols-1 gap-4">
        <Heading title={t('codes.shownTitle')} />
        <RecoveryCodeList codes={codes} onDone={onDone} />
      </div>
    );
  const Add = way === 'passkey' ? AddPasskey : AddApp;
  return (
    <div className="grid grid-cols-1 gap-4">
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
                icon={<IconFingerprint {...icon} />}
                onClick={() => setWay('passkey')}
              >
                {t('addPasskey')}
              </Button>
              <p className="text-sm text-dim wrap-anywhere text-center">{t('passkeyHint')}</p>
            </>
          ) : (
            <p className="text-sm text-dim wrap-anywhere text-center">{t('noPasskeys')}</p>
          )}
          <Button
            variant="default"
            size="md"
            fullWidth
            icon={<IconDeviceMobile {...icon} />}
            onClick={() => setWay('app')}
          >
            {t('addApp')}
          </Button>
          <p className="text-sm text-dim wrap-anywhere text-center">{t('appHint')}</p>
        </>
      )}
      <UnderForm>
        {way && (
          <>
            <TextButton onClick={() => setWay(undefined)}>{t('step.back')}</TextButton>
            {' · '}
          </>
        )}
        <TextButton onClick={onLogout}>{t('enrol.logout')}</TextButton>
      </UnderForm>
    </div>
  );
}
