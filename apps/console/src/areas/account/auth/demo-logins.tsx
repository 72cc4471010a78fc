import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

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
      {free && <p>{t('demoClaim', { id: free.id_dev, code: free.claim_code })}</p>}
      <details>
        <summary>{t('demoClaims')}</summary>
        <dl className="grid gap-1 mb-2.5">
          {claims.map(({ id_dev, claim_code }) => (
            <div className="flex flex-wrap justify-between gap-y-0 gap-x-4" key={id_dev}>
              <dt>{id_dev}</dt>
              <dd>
                <code>{claim_code}</code>
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
    <section
      className="border-t border-line text-md text-dim mt-1 pt-4 [&_h2]:text-md [&_h2]:font-semibold [&_h2]:text-ink [&_p]:mt-1 [&_p]:mb-2.5 [&_ul]:grid [&_ul]:grid-cols-2 [&_ul]:gap-2 [&_ul]:mb-2.5 [&_button]:truncate [&_button]:w-full [&_button]:min-h-10 [&_button]:px-1 [&_button]:border [&_button]:border-line-strong [&_button]:rounded-md [&_button]:bg-inset [&_button]:text-ink [&_button]:font-regular [&_button]:cursor-pointer [&_button]:text-sm [&_summary]:min-h-11 [&_summary]:cursor-pointer [&_summary]:content-center [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-11 [&_a]:text-link [&_code]:text-ink max-[22em]:[&_ul]:grid-cols-1 [&_button:disabled]:opacity-60 [&_button:disabled]:cursor-default [&_button:hover:not(:disabled)]:border-accent"
      aria-labelledby="demo-logins"
    >
      <h2 id="demo-logins">{t('demo')}</h2>
      <p>{t('demoHint')}</p>
      <ul>
        {emails.map((email) => (
          <li key={email}>
            <button type="button" disabled={isDisabled} onClick={() => onChoose(email, password)}>
              {email}
            </button>
          </li>
        ))}
      </ul>
      <p>
        {t('password')}: <code>{password}</code>
      </p>
      <DemoClaims claims={claims} />
      {mailbox}
    </section>
  );
}
