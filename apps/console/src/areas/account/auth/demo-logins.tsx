import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './auth.module.css';

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
        <dl className={classes.claims}>
          {claims.map(({ id_dev, claim_code }) => (
            <div key={id_dev}>
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
    <section className={classes.demo} aria-labelledby="demo-logins">
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
