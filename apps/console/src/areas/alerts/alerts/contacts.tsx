import { IconMapPin, IconPhone } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './contacts.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface Props {
  address: string | null;
  owner: { name: string; phone_number: string | null } | null;
}

/** The address opens in the map of the phone, the number in its dialler. */
export function Contacts({ address, owner }: Props) {
  const t = useTranslations('work');
  const phone = owner?.phone_number;
  return (
    <div className={classes.contacts}>
      {address ? (
        <a
          className={classes.contact}
          href={`geo:0,0?q=${encodeURIComponent(address)}`}
          aria-label={t('map', { address })}
        >
          <IconMapPin {...icon} />
          <span>{address}</span>
        </a>
      ) : (
        <span className={classes.contact}>
          <IconMapPin {...icon} />
          <span>{t('noAddress')}</span>
        </span>
      )}
      {owner && phone ? (
        <a
          className={classes.contact}
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          aria-label={t('call', { name: owner.name, phone })}
        >
          <IconPhone {...icon} />
          <span>
            {owner.name}
            <small className="num block dim text-sm normal">{phone}</small>
          </span>
        </a>
      ) : (
        <span className={classes.contact}>
          <IconPhone {...icon} />
          <span>
            {owner?.name ?? t('noOwner')}
            {owner && <small className="block dim text-sm normal">{t('noPhone')}</small>}
          </span>
        </span>
      )}
    </div>
  );
}
