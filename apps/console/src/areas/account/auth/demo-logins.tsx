import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';

export interface Demo {
  emails: string[];
  password: string;
  claims: { id_dev: string; claim_code: string; is_free: boolean }[];
}

interface Props extends Demo {
  mailbox: ReactNode;
  isDisabled: boolean;
  onChoose: (email: string, password: string) => void;
}

/** R4.1: the claim codes of the demo boards. */
function DemoClaims({ claims }: Pick<Demo, 'claims'>) {
  const t = useTranslations('auth');
  const free = claims.find(({ is_free }) => is_free);
  return (
    <>
      {free && <p className="mt-1 mb-2.5">{t('demoClaim', { id: free.id_dev, code: free.claim_code })}</p>}
      <details>
        <summary className="min-h-11 cursor-pointer content-center">{t('demoClaims')}</summary>
        <dl className="grid gap-1 mb-2.5">
          {claims.map(({ id_dev, claim_code }) => (
            <div className="flex flex-wrap justify-between gap-y-0 gap-x-4" key={id_dev}>
              <dt>{id_dev}</dt>
              <dd>
                <code className="text-ink">{claim_code}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

/** Rendered only by a demo server. */
export function DemoLogins({ emails, password, claims, mailbox, isDisabled, onChoose }: Props) {
  const t = useTranslations('auth');
  return (
    <section className="border-t border-line text-md text-dim mt-1 pt-4" aria-labelledby="demo-logins">
      <h2 className="text-md font-semibold text-ink" id="demo-logins">
        {t('demo')}
      </h2>
      <p className="mt-1 mb-2.5">{t('demoHint')}</p>
      <ul className="grid grid-cols-2 gap-2 mb-2.5 max-[22em]:grid-cols-1">
        {emails.map((email) => (
          <li key={email}>
            <Button
              variant="default"
              size="sm"
              className="w-full px-1!"
              disabled={isDisabled}
              onClick={() => onChoose(email, password)}
            >
              <span className="truncate">{email}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-1 mb-2.5">
        {t('password')}: <code className="text-ink">{password}</code>
      </p>
      <DemoClaims claims={claims} />
      {mailbox}
    </section>
  );
}
