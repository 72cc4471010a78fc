import type { Locale } from '@manoboard/contract/locales';
import type { ReactNode } from 'react';

const drawings: Record<Locale, ReactNode> = {
  sk: (
    <>
      <path fill="#fff" d="M0 0h27v6.67H0z" />
      <path fill="#0b4ea2" d="M0 6.67h27v6.67H0z" />
      <path fill="#ee1c25" d="M0 13.33h27V20H0z" />
      <path fill="#fff" d="M4.4 5h8.2c.1 5.5-.6 8.8-4.1 10.6C5 13.8 4.3 10.5 4.4 5z" />
      <path fill="#ee1c25" d="M4.9 5.5h7.2c.1 4.9-.6 7.9-3.6 9.5-3-1.6-3.7-4.6-3.6-9.5z" />
      <path
        fill="#fff"
        d="M8.1 6.3h.8v1.2h1.3v.8H8.9v1.1h1.8v.8H8.9v1.9h-.8v-1.9H6.3v-.8h1.8V8.3H6.8v-.8h1.3z"
      />
      <path
        fill="#0b4ea2"
        d="M6 13.1c.6-.9 1.4-.9 1.8-.2.3-.8 1.1-.8 1.4 0 .4-.7 1.2-.7 1.8.2-.6.9-1.4 1.5-2.5 1.9-1.1-.4-1.9-1-2.5-1.9z"
      />
    </>
  ),
  gb: (
    <>
      <path fill="#012169" d="M0 0h27v20H0z" />
      <path stroke="#fff" strokeWidth="4" d="m0 0 27 20M27 0 0 20" />
      <path stroke="#c8102e" strokeWidth="1.6" d="m0 0 27 20M27 0 0 20" />
      <path stroke="#fff" strokeWidth="6.6" d="M13.5 0v20M0 10h27" />
      <path stroke="#c8102e" strokeWidth="4" d="M13.5 0v20M0 10h27" />
    </>
  ),
};

export function Flag({ locale }: { locale: Locale }) {
  return (
    <svg className="block rounded-sm w-5.5 h-4 ring ring-line-strong" viewBox="0 0 27 20" aria-hidden="true">
      {drawings[locale]}
    </svg>
  );
}
