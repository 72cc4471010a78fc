import { IconMapPin, IconPhone } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

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
    <div className="grid gap-2 grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] mt-1">
      {address ? (
        <a
          className="border rounded-md bg-inset flex items-center gap-2.5 text-md min-h-11 px-3 py-1 text-ink font-medium border-line-strong [&_svg]:flex-none [&_svg]:text-link"
          href={`geo:0,0?q=${encodeURIComponent(address)}`}
          aria-label={t('map', { address })}
        >
          <IconMapPin {...icon} />
          <span>{address}</span>
        </a>
      ) : (
        <span className="border rounded-md bg-inset flex items-center gap-2.5 text-md min-h-11 px-3 py-1 text-ink font-medium border-line-strong [&_svg]:flex-none [&_svg]:text-link">
          <IconMapPin {...icon} />
          <span>{t('noAddress')}</span>
        </span>
      )}
      {owner && phone ? (
        <a
          className="border rounded-md bg-inset flex items-center gap-2.5 text-md min-h-11 px-3 py-1 text-ink font-medium border-line-strong [&_svg]:flex-none [&_svg]:text-link"
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          aria-label={t('call', { name: owner.name, phone })}
        >
          <IconPhone {...icon} />
          <span>
            {owner.name}
            <small className="block text-sm text-dim font-normal tabular-nums tracking-tight">{phone}</small>
          </span>
        </a>
      ) : (
        <span className="border rounded-md bg-inset flex items-center gap-2.5 text-md min-h-11 px-3 py-1 text-ink font-medium border-line-strong [&_svg]:flex-none [&_svg]:text-link">
          <IconPhone {...icon} />
          <span>
            {owner?.name ?? t('noOwner')}
            {owner && <small className="block text-sm text-dim font-normal">{t('noPhone')}</small>}
          </span>
        </span>
      )}
    </div>
  );
}
