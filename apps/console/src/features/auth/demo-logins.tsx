import { useTranslations } from 'use-intl';
import classes from './auth.module.css';

interface Props {
  emails: string[];
  password: string;
  isDisabled: boolean;
  onChoose: (email: string, password: string) => void;
}

/** Only a deployment that calls itself a demo tells its logins. */
export function DemoLogins({ emails, password, isDisabled, onChoose }: Props) {
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
    </section>
  );
}
