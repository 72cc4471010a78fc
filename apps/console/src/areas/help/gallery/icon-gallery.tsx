import { Link } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cardClass } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { EntryCard } from './entry-card.tsx';
import { GalleryFrame } from './gallery-frame.tsx';
import * as icons from './icons.ts';

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;

/** Names in addresses: `alert-triangle` is `IconAlertTriangle`. */
const toSlug = (name: string) =>
  name
    .replace(/^Icon/, '')
    .replace(/([a-z])([A-Z0-9])|([0-9])([A-Z])/g, '$1$3-$2$4')
    .toLowerCase();

const ICONS: readonly { slug: string; name: string; Icon: Icon }[] = Object.entries<Icon>(icons).map(
  ([name, Icon]) => ({ slug: toSlug(name), name, Icon }),
);

const SIZES = [16, 20, 24, 48];
const STROKES = [1.4, 1.7, 2.4];

function OneIcon({ slug }: { slug: string }) {
  const t = useTranslations('gallery');
  const found = ICONS.find((icon) => icon.slug === slug);
  if (!found) return <Notice title={t('noIcon', { name: slug })} text={t('noIconHint')} />;
  const { name, Icon } = found;
  const states = Object.fromEntries(
    SIZES.flatMap((size) =>
      STROKES.map((stroke) => [
        `size={${size}} stroke={${stroke}}`,
        <Icon key={stroke} size={size} stroke={stroke} aria-hidden />,
      ]),
    ),
  );
  return <EntryCard name={name} path="@tabler/icons-react" states={states} />;
}

/** R2.1: every icon of the console; the address names one of them. */
export function IconGallery({ name }: { name?: string | undefined }) {
  const t = useTranslations('gallery');
  const [search, setSearch] = useState('');
  const found = ICONS.filter(({ slug }) => slug.includes(search.toLowerCase().replaceAll(' ', '-')));
  return (
    <GalleryFrame subject="icons" text={t('icons', { count: ICONS.length })}>
      <div className="grid gap-gutter grid-cols-1">
        {name !== undefined && <OneIcon slug={name} />}
        <SearchField label={t('searchIcons')} value={search} onSearch={setSearch} />
        {found.length === 0 && <Notice title={t('noIcon', { name: search })} />}
        <ul className="grid gap-gutter grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]">
          {found.map(({ slug, Icon }) => (
            <li key={slug} className={cardClass}>
              <Link
                className="grid gap-2 px-2 py-4 wrap-anywhere text-ink text-sm text-center justify-items-center rounded-[inherit] aria-[current=page]:inset-ring-2 aria-[current=page]:inset-ring-accent"
                to="/admin/ui/icons/$name"
                params={{ name: slug }}
              >
                <Icon size={24} stroke={1.7} aria-hidden />
                {slug}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </GalleryFrame>
  );
}
